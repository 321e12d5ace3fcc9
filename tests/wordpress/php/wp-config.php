<?php
/** How a WordPress of the tests is set up: everything that differs comes from the environment. */

define('DB_NAME', getenv('WORDPRESS_DATABASE'));
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:' . getenv('WORDPRESS_SOCKET'));
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
$table_prefix = 'wp_';

define('WP_HOME', getenv('WORDPRESS_HOME'));
define('WP_SITEURL', getenv('WORDPRESS_CORE_URL'));
define('WP_CONTENT_DIR', getenv('WORDPRESS_CONTENT'));
define('WP_CONTENT_URL', getenv('WORDPRESS_CONTENT_URL'));

// Nothing leaves the machine, and nothing happens that no test asked for.
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('DISABLE_WP_CRON', true);
define('WP_DEBUG', false);

defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
