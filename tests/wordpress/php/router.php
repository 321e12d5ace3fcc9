<?php
/**
 * What a web server's rewrite rules do for WordPress, on PHP's own server: files as they are, every other
 * path under the blog to WordPress, the rest 404. https://www.php.net/manual/features.commandline.webserver.php
 */

$root = $_SERVER['DOCUMENT_ROOT'];
$path = rawurldecode(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) ?: '/');
$blog = parse_url(getenv('WORDPRESS_HOME'), PHP_URL_PATH) ?: '';

if (is_file($root . $path) || is_file(rtrim($root . $path, '/') . '/index.html')) {
    return false;
}
if (is_file(rtrim($root . $path, '/') . '/index.php') && substr($path, -1) === '/') {
    return false;
}
if ($path !== $blog && strpos($path, "$blog/") !== 0) {
    http_response_code(404);
    exit('No such page.');
}
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = "$blog/index.php";
$_SERVER['SCRIPT_FILENAME'] = "$root$blog/index.php";
require "$root$blog/index.php";
