<?php
/** What a child theme does at least: bring its own stylesheet. */

add_action('wp_enqueue_scripts', function () {
    wp_enqueue_style(get_stylesheet() . '-style', get_stylesheet_uri(), [], wp_get_theme()->get('Version'));
});
