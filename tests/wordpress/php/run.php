<?php
/**
 * Runs the PHP on standard input inside WordPress, and prints what it returns as JSON.
 * `$given` is the JSON object in the first argument.
 */

$home = parse_url(getenv('WORDPRESS_HOME'));
$_SERVER['HTTP_HOST'] = $home['host'];
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['REQUEST_URI'] = ($home['path'] ?? '') . '/';
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';

$given = json_decode($argv[1], true);
$code = stream_get_contents(STDIN);
if (!empty($given['installing'])) {
    define('WP_INSTALLING', true);
    function wp_new_blog_notification() {}  // else WordPress mails the owner
}
require getenv('WORDPRESS_CORE') . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/admin.php';
add_filter('pre_http_request', fn () => new WP_Error('offline', 'The tests have no network.'));
echo json_encode(eval($code), JSON_THROW_ON_ERROR);
