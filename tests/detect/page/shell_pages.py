"""Pages as the tools write them that build websites: what a server sends, told from the tools' own templates.

Each shell is what is served before scripts run; each look-alike has some of its marks and a page in it.
"""

from typing import NamedTuple


class Sent(NamedTuple):
    """The inside of head and body."""

    name: str
    head: str
    body: str


WARNING = "<noscript>You need to enable JavaScript to run this app.</noscript>"
VUE_WARNING = "<noscript><strong>We're sorry but shop doesn't work properly without JavaScript enabled. Please enable it to continue.</strong></noscript>"
TEXT = "<p>We repair clocks of every age. Bring yours to our workshop behind the old station.</p>"

SHELLS = [
    Sent(
        "create-react-app 5",
        '<script defer="defer" src="/static/js/main.49e1f785.js"></script>',
        f'{WARNING}<div id="root"></div>',
    ),
    Sent(
        "create-react-app 3",
        "",
        f'{WARNING}<div id="root"></div><script>!function(e){{e.webpackJsonp=[]}}(this)</script>'
        '<script src="/static/js/2.da1f93ef.chunk.js"></script><script src="/static/js/main.a3602a9e.chunk.js"></script>',
    ),
    Sent(
        "Vite with React",
        '<script type="module" crossorigin src="/assets/index-B0LQcZR5.js"></script>',
        '<div id="root"></div>',
    ),
    Sent(
        "Vite with Vue, a base path and a loader",
        '<script type="module" crossorigin src="/shop/assets/index.8f3bc1d2.js"></script>',
        '<div id="app"><div class="spinner"></div></div>',
    ),
    Sent("Vite in development", "", '<div id="app"></div><script type="module" src="/src/main.ts"></script>'),
    Sent(
        "Vite with a mount point that no list has",
        '<script type="module" crossorigin src="./assets/index-DMeynWLQ.js"></script>',
        '<div id="clockwork"></div>',
    ),
    Sent(
        "Vue CLI 4",
        "<link href=/js/app.f5f853dc.js rel=preload as=script>",
        f"{VUE_WARNING}<div id=app></div><script src=/js/chunk-vendors.3a40b4aa.js></script>"
        "<script src=/js/app.f5f853dc.js></script>",
    ),
    Sent(
        "Vue's webpack template 2",
        "",
        "<div id=app></div><script src=/static/js/manifest.2ae2e69a05c33dfc65f8.js></script>"
        "<script src=/static/js/vendor.6f2a8c2d1f7bb6f1e3cc.js></script>",
    ),
    Sent(
        "Vue from a CDN, templates in strings",
        "",
        '<div id="board"></div><script src="https://unpkg.com/vue@3/dist/vue.global.prod.js"></script>'
        "<script>Vue.createApp({template: '<b>hi</b>'}).mount('#board')</script>",
    ),
    Sent(
        "Vue over templates in the page",
        "",
        '<div id="app"><h1>{{ title }}</h1><ul><li v-for="item in items">{{ item.name }}</li></ul></div>'
        '<script src="https://cdn.jsdelivr.net/npm/vue@2.7.14/dist/vue.js"></script><script>new Vue({el: "#app"})</script>',
    ),
    Sent(
        "Angular CLI 9",
        '<base href="/">',
        '<app-root></app-root><script src="runtime-es2015.1eba213af0b233498d9d.js" type="module"></script>'
        '<script src="main-es5.32017f4dd337d5dceca5.js" nomodule defer></script>',
    ),
    Sent(
        "Angular CLI 17",
        '<base href="/"><link rel="modulepreload" href="chunk-X5ZJQ3YB.js">',
        '<app-root></app-root><script src="polyfills-RT5I6R6G.js" type="module"></script>'
        '<script src="main-W3QD5TVO.js" type="module"></script>',
    ),
    Sent(
        "Angular with a splash screen",
        "",
        '<app-root><h1>Loading...</h1><img src="/assets/logo.png"></app-root><noscript>Please enable JavaScript to continue using this application.</noscript>'
        '<script src="main.75f79112dbf921ace392.js" defer></script>',
    ),
    Sent(
        "Angular 2 with SystemJS",
        "<script>System.import('app').catch(console.error)</script>",
        "<my-app>Loading AppComponent content here ...</my-app>",
    ),
    Sent(
        "AngularJS with views",
        "",
        '<div ng-view></div><script src="/bower_components/angular/angular.min.js"></script><script src="/scripts/app.js"></script>',
    ),
    Sent("Svelte's rollup template", "<script defer src='/build/bundle.js'></script>", ""),
    Sent(
        "SvelteKit without rendering on the server",
        '<link rel="modulepreload" href="/_app/immutable/entry/start.D4Keu5YF.js">',
        '<div style="display: contents"><script>{__sveltekit_1 = {base: ""};'
        'Promise.all([import("/_app/immutable/entry/start.D4Keu5YF.js")])}</script></div>',
    ),
    Sent(
        "an early SvelteKit",
        "",
        '<script type="module" data-sveltekit-hydrate="45h">import { start } from "/internal/start-5e60339a.js"; start({})</script>',
    ),
    Sent(
        "Nuxt 3 without rendering on the server",
        '<script type="module" src="/_nuxt/CmKP4EWE.js" crossorigin></script>',
        '<div id="__nuxt"></div><div id="__nuxt-loader"><style>i{color:red}</style><div class="loading"><svg></svg></div></div>'
        '<script type="application/json" data-ssr="false" id="__NUXT_DATA__">[{"serverRendered":1},false]</script>',
    ),
    Sent(
        "Nuxt 2 without rendering on the server",
        "",
        '<div id="__nuxt"><style>#nuxt-loading{}</style><div id="nuxt-loading" aria-live="polite" role="status"><div>Loading...</div></div></div>'
        '<script>window.__NUXT__={config:{}}</script><script src="/_nuxt/4b2a1f9.js"></script>',
    ),
    Sent(
        "Next.js, a page that waits for the browser",
        '<script src="/_next/static/chunks/main-a1b2c3d4e5f60718.js" defer=""></script>',
        '<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{},"page":"/"}</script>',
    ),
    Sent(
        "Next.js' app router, left to the browser",
        '<script src="/_next/static/chunks/webpack-0123456789abcdef.js" async=""></script>',
        '<div hidden=""></div><template data-dgst="BAILOUT_TO_CLIENT_SIDE_RENDERING"></template>'
        "<script>(self.__next_f=self.__next_f||[]).push([0])</script>",
    ),
    Sent(
        "Gatsby in development",
        "",
        '<div id="___gatsby"></div><script src="/socket.io/socket.io.js"></script><script src="/commons.js"></script>',
    ),
    Sent(
        "Docusaurus whose rendering failed",
        '<script>function insertBanner(){var n=document.getElementById("x")}</script>',
        '<div id="__docusaurus"></div><script src="/assets/js/runtime~main.b2db2fbf.js"></script>',
    ),
    Sent(
        "Quasar",
        "",
        "<div id=q-app></div><script src=js/vendor.ea7ff422.js></script><script src=js/app.20484958.js></script>",
    ),
    Sent(
        "Preact CLI without prerendering",
        "",
        '<div id="app"></div><script crossorigin src="/bundle.91233.esm.js" type="module"></script>',
    ),
    Sent(
        "Solid",
        '<script type="module" crossorigin src="/assets/index-65f89b6f.js"></script>',
        f'{WARNING}<div id="root"></div>',
    ),
    Sent(
        "Ember",
        '<meta name="shop/config/environment" content="%7B%22rootURL%22%3A%22/%22%7D">',
        '<script src="/assets/vendor-d41d8cd98f00b204e9800998ecf8427e.js"></script>'
        '<script src="/assets/shop-0cc175b9c0f1b6a831c399e269772661.js"></script>',
    ),
    Sent(
        "Elm in an element",
        '<script src="main.js"></script>',
        "<div id=myapp></div><script>var app = Elm.Main.init({node: document.getElementById('myapp')})</script>",
    ),
    Sent("Elm's own page", "", '<pre id="elm"></pre><script>var app = Elm.Main.init({node: 0})</script>'),
    Sent("Flutter 3.22", "", '<script src="flutter_bootstrap.js" async></script>'),
    Sent(
        "Flutter 2",
        "",
        '<div id="loading_indicator"><img src="./assets/loading.gif"></div>'
        "<script>var scriptTag = document.createElement('script'); scriptTag.src = 'main.dart.js'; document.body.append(scriptTag);</script>",
    ),
    Sent(
        "Blazor WebAssembly",
        "",
        '<div id="app"><svg class="loading-progress"><circle r="40%"/></svg><div class="loading-progress-text"></div></div>'
        '<div id="blazor-error-ui">An unhandled error has occurred. <a href="" class="reload">Reload</a> <a class="dismiss">x</a></div>'
        '<script src="_framework/blazor.webassembly.js"></script>',
    ),
    Sent("Blazor 3", "", '<app>Loading...</app><script src="_framework/blazor.webassembly.js"></script>'),
    Sent(
        "Aurelia",
        '<script async src="https://www.googletagmanager.com/gtag/js?id=UA-1"></script>',
        '<script src="scripts/vendor-bundle.js" data-main="aurelia-bootstrapper"></script>',
    ),
    Sent(
        "docsify",
        "",
        '<nav><a href="#/guide">指南</a></nav><div id="app">加载中</div><script>window.$docsify = {name: "Clocks"}</script>'
        '<script src="//cdn.jsdelivr.net/npm/docsify@4"></script>',
    ),
    Sent(
        "Rust with Trunk",
        '<link rel="modulepreload" href="/shop-1a2b3c4d5e6f7a8b.js">',
        "<script type=\"module\">import init from '/shop-1a2b3c4d5e6f7a8b.js'; init('/shop-1a2b3c4d5e6f7a8b_bg.wasm');</script>",
    ),
    Sent(
        "GWT",
        '<script src="shop/shop.nocache.js"></script>',
        '<iframe src="javascript:\'\'" id="__gwt_historyFrame" style="width:0;height:0;border:0"></iframe>'
        "<noscript><div>Your web browser must have JavaScript enabled in order for this application to display correctly.</div></noscript>",
    ),
    Sent(
        "OpenUI5",
        '<script id="sap-ui-bootstrap" src="https://sdk.openui5.org/resources/sap-ui-core.js"></script>',
        '<div data-sap-ui-component data-name="com.shop"></div>',
    ),
    Sent(
        "Expo for the web",
        "",
        f'{WARNING}<div id="root"></div><script src="/_expo/static/js/web/entry-0a1b2c3d4e5f.js" defer></script>',
    ),
    Sent(
        "Ionic",
        "",
        '<app-root></app-root><script type="module" src="/build/app.esm.js"></script>',
    ),
    Sent(
        "web components",
        '<script type="module" src="/src/shop-app.js"></script>',
        f"<shop-app unresolved></shop-app>{WARNING}",
    ),
    Sent(
        "JSX that is compiled in the browser",
        '<script src="https://unpkg.com/react@17/umd/react.production.min.js"></script>'
        '<script src="https://unpkg.com/@babel/standalone/babel.min.js"></script>',
        '<div id="mydiv"></div><script type="text/babel">ReactDOM.render(<b>hi</b>, document.getElementById("mydiv"))</script>',
    ),
    Sent(
        "ClojureScript",
        "",
        '<div id="app"><h3>Loading the shop…</h3></div><script src="/js/compiled/app.js"></script>',
    ),
    Sent(
        "a page written by hand, filled by its one script",
        "",
        '<main id="board"></main><script src="main.js"></script>',
    ),
    Sent(
        "texts that come with the language",
        "",
        "<nav></nav><h1></h1><h2></h2><p></p><p></p><h3></h3><p></p><h3></h3><p></p><p>JS</p><p>.NET</p><h3></h3>"
        '<script>import("/_app/immutable/entry/start.D4Keu5YF.js")</script>',
    ),
    Sent(
        "Swagger UI",
        "",
        '<div id="swagger-ui"></div><script src="./swagger-ui-bundle.js" charset="UTF-8"></script>',
    ),
]

LOOK_ALIKES = [
    Sent("nothing at all", "", ""),
    Sent(
        "an empty page that only counts visits",
        "",
        '<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>',
    ),
    Sent("an empty page with jQuery", "", '<script src="/js/jquery.min.js"></script>'),
    Sent("a mount point without scripts", "", '<div id="root"></div>'),
    Sent(
        "create-react-app with react-snap",
        '<script defer src="/static/js/main.49e1f785.js"></script>',
        f'{WARNING}<div id="root"><h1>The clock workshop</h1>{TEXT}</div>',
    ),
    Sent(
        "Next.js' own page for what is not there",
        '<script src="/_next/static/chunks/main-a1b2c3d4e5f60718.js" defer=""></script>',
        '<div id="__next"><div><h1>404</h1><h2>This page could not be found.</h2></div></div>',
    ),
    Sent(
        "Next.js' app router, a short page",
        '<script src="/_next/static/chunks/webpack-0123456789abcdef.js" async=""></script>',
        '<div hidden=""></div><main><h1>Clocks repaired here</h1></main><script>(self.__next_f=self.__next_f||[]).push([0])</script>',
    ),
    Sent(
        "Gatsby, a short page",
        "",
        '<div id="___gatsby"><div><p>Clocks since 1920.</p></div></div><script src="/app-66e909594048a9404264.js" async></script>',
    ),
    Sent(
        "Nuxt, a short page",
        '<script type="module" src="/_nuxt/DCigdFmj.js" crossorigin></script>',
        '<div id="__nuxt"><h1>Clocks</h1><p>Your move.</p></div><div id="teleports"></div>',
    ),
    Sent(
        "SvelteKit, a short page",
        "",
        '<div style="display: contents"><h1>Welcome to my website!</h1><a href="/about">About</a>'
        '<script type="module" data-sveltekit-hydrate="p">import { start } from "./_app/immutable/start-6c26b8d9.js"</script></div>',
    ),
    Sent(
        "Angular Universal",
        "",
        f'<app-root ng-server-context="ssg"><router-outlet></router-outlet><app-home><h1>Clocks</h1>{TEXT}</app-home></app-root>'
        '<script src="main-W3QD5TVO.js" type="module"></script>',
    ),
    Sent(
        "VitePress",
        "",
        f'<div id="app"><main><h1>Clocks</h1>{TEXT}</main></div><script type="module" async src="/assets/app.2d2adcca.js"></script>',
    ),
    Sent(
        "an island in a rendered page",
        '<script type="module" src="/_astro/hoisted.3f1c9b2a.js"></script>',
        f'<h1>Clocks</h1>{TEXT}{TEXT}<astro-island client="only"></astro-island>',
    ),
    Sent(
        "a shadow tree in the HTML",
        '<script type="module" src="/assets/index-B0LQcZR5.js"></script>',
        f'<shop-page><template shadowrootmode="open"><h1>The clock workshop</h1>{TEXT}</template></shop-page>',
    ),
    Sent(
        "one line",
        "",
        '<div style="height:100%"><a href="https://example.org">This site has moved.</a></div>',
    ),
    Sent("one line and a script", "", '<h1>Hello, world!</h1><script src="/main.js"></script>'),
    Sent(
        "coming soon, with a countdown",
        "",
        '<h1>Coming soon</h1><div id="countdown"></div><script src="/js/jquery.min.js"></script><script src="/js/scripts.js"></script>',
    ),
    Sent(
        "coming soon, with a video and a form",
        '<script src="https://use.fontawesome.com/releases/v6.3.0/js/all.js"></script>',
        '<video autoplay><source src="/bg.mp4"></video><h1>Our website is coming</h1><form id="contactForm"><input type="email">'
        '<button>Notify me</button><div class="d-none" id="submitSuccessMessage"></div></form><script src="/js/scripts.js"></script>',
    ),
    Sent("one picture", "", '<img src="/poster.jpg"><script src="/js/zoom.js"></script>'),
    Sent(
        "one drawing and a map",
        "",
        '<svg viewBox="0 0 9 9"></svg><h1>Find us</h1><div id="map"></div><script src="/map.js"></script>',
    ),
    Sent(
        "a page that shows itself when its fonts are there",
        "<style>body[hidden]{display:none}</style>",
        f'<h1>The clock workshop</h1>{TEXT}<script src="/app.bundle.js"></script>',
    ),
    Sent(
        "a page of which scripts show one part after the other",
        "",
        f'<div style="display:none">{TEXT * 4}</div><div id="step"></div><script src="/quiz.js"></script>',
    ),
    Sent(
        "an app's marks in a long page",
        '<script type="module" src="/assets/index-B0LQcZR5.js"></script>',
        f'{TEXT * 5}<div id="app"></div>',
    ),
    Sent(
        "a form that warns in noscript",
        "",
        "<h1>Write to us</h1><form><noscript>Please enable JavaScript in your browser to complete this form.</noscript>"
        '<input name="name"><input name="email"><textarea></textarea></form><div id="captcha"></div><script src="/wp-includes/js/form.min.js"></script>',
    ),
    Sent(
        "WordPress with one post",
        '<script type="module" src="/wp-includes/js/dist/script-modules/block-library/navigation/view.min.js"></script>',
        '<a class="skip-link" href="#main">Skip to content</a><h1>Blog</h1><h2><a href="/hello">Hello world!</a></h2>'
        '<p>Welcome to WordPress. This is your first post.</p><footer>Designed with WordPress</footer><div id="wp-a11y"></div>',
    ),
]
