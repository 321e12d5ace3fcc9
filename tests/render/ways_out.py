"""Ways in which a page, or its browser, may reach an address by itself. ``U`` is an http(s) URL, ``H`` host:port.

Each is a script's statement, or markup; a path names it, so that a canary can say which one got through.
"""

SCRIPTS = {
    "fetch": "fetch(U)",
    "fetch-no-cors": "fetch(U,{mode:'no-cors'})",
    "fetch-post": "fetch(U,{method:'POST',body:'x',mode:'no-cors'})",
    "fetch-put": "fetch(U,{method:'PUT',body:'x'})",
    "fetch-preflight": "fetch(U,{headers:{'x-a':'b'}})",
    "fetch-keepalive": "fetch(U,{keepalive:true,mode:'no-cors'})",
    "fetch-later": "fetchLater(U,{activateAfter:0})",
    "fetch-priority": "fetch(U,{priority:'high',mode:'no-cors'})",
    "fetch-local-space": "fetch(U,{targetAddressSpace:'local',mode:'no-cors'})",
    "xhr": "{let x=new XMLHttpRequest();x.open('GET',U);x.send()}",
    "xhr-sync": "{let x=new XMLHttpRequest();x.open('GET',U,false);x.send()}",
    "beacon": "navigator.sendBeacon(U,'x')",
    "event-source": "new EventSource(U)",
    "web-socket": "new WebSocket(U.replace(/^http/,'ws'))",
    "web-socket-secure": "new WebSocket(U.replace(/^https?/,'wss'))",
    "web-socket-stream": "new WebSocketStream(U.replace(/^http/,'ws'))",
    "web-transport": "new WebTransport(U.replace(/^http:/,'https:'))",
    "image": "new Image().src=U",
    "image-set": "{let i=new Image();i.srcset=U+' 2x'}",
    "audio": "new Audio(U).play()",
    "video": "{let v=document.createElement('video');v.src=U;v.preload='auto';document.body.append(v);v.load()}",
    "track": "{let v=document.createElement('video'),t=document.createElement('track');t.src=U;t.default=true;v.append(t);document.body.append(v)}",
    "poster": "{let v=document.createElement('video');v.poster=U;document.body.append(v)}",
    "script": "{let s=document.createElement('script');s.src=U;document.body.append(s)}",
    "script-module": "{let s=document.createElement('script');s.type='module';s.src=U;document.body.append(s)}",
    "import": "import(U)",
    "import-json": "import(U,{with:{type:'json'}})",
    "worker": "new Worker(URL.createObjectURL(new Blob([`fetch('${U}',{mode:'no-cors'})`])))",
    "worker-import": "new Worker(URL.createObjectURL(new Blob([`importScripts('${U}')`])))",
    "worker-socket": "new Worker(URL.createObjectURL(new Blob([`new WebSocket('${U}'.replace(/^http/,'ws'))`])))",
    "worker-nested": 'new Worker(URL.createObjectURL(new Blob([`new Worker(URL.createObjectURL(new Blob([\'fetch("${U}",{mode:"no-cors"})\'])))`])))',
    "worker-data": "new Worker('data:text/javascript,'+encodeURIComponent(`fetch('${U}',{mode:'no-cors'})`))",
    "worker-module": "new Worker(URL.createObjectURL(new Blob([`import '${U}'`],{type:'text/javascript'})),{type:'module'})",
    "shared-worker": "new SharedWorker(URL.createObjectURL(new Blob([`fetch('${U}',{mode:'no-cors'})`])))",
    "shared-worker-socket": "new SharedWorker(URL.createObjectURL(new Blob([`new WebSocket('${U}'.replace(/^http/,'ws'))`])))",
    "shared-worker-data": "new SharedWorker('data:text/javascript,'+encodeURIComponent(`fetch('${U}',{mode:'no-cors'})`))",
    "service-worker": "navigator.serviceWorker.register('/sw.js?'+encodeURIComponent(U))",
    "worklet": "CSS.paintWorklet.addModule(U)",
    "audio-worklet": "new OfflineAudioContext(1,1,8000).audioWorklet.addModule(U)",
    "layout-font": "new FontFace('f'+Math.random(),`url(${U})`).load()",
    "stylesheet": "{let l=document.createElement('link');l.rel='stylesheet';l.href=U;document.head.append(l)}",
    "style-import": "{let s=document.createElement('style');s.textContent=`@import '${U}';`;document.head.append(s)}",
    "style-background": "document.body.style.backgroundImage=`url(${U})`",
    "style-cursor": "document.body.style.cursor=`url(${U}),auto`",
    "style-list": "{let l=document.createElement('li');l.style.listStyleImage=`url(${U})`;document.body.append(l)}",
    "style-mask": "{let l=document.createElement('p');l.textContent='x';l.style.mask=`url(${U})`;document.body.append(l)}",
    "style-content": "{let l=document.createElement('p');l.style.content=`url(${U})`;document.body.append(l)}",
    "style-sheet-text": "new CSSStyleSheet().replace(`p{background:url(${U})}`).then(s=>document.adoptedStyleSheets=[...document.adoptedStyleSheets,s])",
    "open": "open(U)",
    "open-named": "open(U,'w'+Math.random(),'noopener')",
    "anchor-ping": "{let a=document.createElement('a');a.href='#x';a.ping=U;document.body.append(a);a.click()}",
    "anchor-download": "{let a=document.createElement('a');a.href=U;a.download='x';document.body.append(a);a.click()}",
    "anchor-blank": "{let a=document.createElement('a');a.href=U;a.target='_blank';document.body.append(a);a.click()}",
    "form-blank": "{let f=document.createElement('form');f.action=U;f.method='post';f.target='_blank';document.body.append(f);f.submit()}",
    "form-frame": "{let n='n'+Math.random(),i=document.createElement('iframe'),f=document.createElement('form');i.name=n;f.action=U;f.method='post';f.target=n;document.body.append(i,f);f.submit()}",
    "frame": "{let i=document.createElement('iframe');i.src=U;document.body.append(i)}",
    "frame-srcdoc": "{let i=document.createElement('iframe');i.srcdoc=`<img src='${U}'><script>fetch('${U}',{mode:'no-cors'});new WebSocket('${U}'.replace(/^http/,'ws'))<\\/script>`;document.body.append(i)}",
    "frame-data": "{let i=document.createElement('iframe');i.src='data:text/html,'+encodeURIComponent(`<script>fetch('${U}',{mode:'no-cors'});new WebSocket('${U}'.replace(/^http/,'ws'))<\\/script>`);document.body.append(i)}",
    "frame-blob": "{let i=document.createElement('iframe');i.src=URL.createObjectURL(new Blob([`<script>fetch('${U}',{mode:'no-cors'})<\\/script>`],{type:'text/html'}));document.body.append(i)}",
    "frame-sandbox": "{let i=document.createElement('iframe');i.sandbox='allow-scripts';i.srcdoc=`<script>fetch('${U}',{mode:'no-cors'})<\\/script>`;document.body.append(i)}",
    "frame-javascript": "{let i=document.createElement('iframe');i.src=`javascript:fetch('${U}',{mode:'no-cors'})`;document.body.append(i)}",
    "frame-view-source": "{let i=document.createElement('iframe');i.src='view-source:'+U;document.body.append(i)}",
    "fenced-frame": "{let i=document.createElement('fencedframe');i.config=new FencedFrameConfig(U);document.body.append(i)}",
    "object": "{let i=document.createElement('object');i.data=U;document.body.append(i)}",
    "embed": "{let i=document.createElement('embed');i.src=U;document.body.append(i)}",
    "portal": "{let i=document.createElement('portal');i.src=U;document.body.append(i)}",
    "svg-use": "document.body.insertAdjacentHTML('beforeend',`<svg><use href='${U}#a'/><image href='${U}'/><filter><feImage href='${U}'/></filter></svg>`)",
    "speculation-prefetch": "{let s=document.createElement('script');s.type='speculationrules';s.textContent=JSON.stringify({prefetch:[{source:'list',urls:[U],eagerness:'immediate'}]});document.head.append(s)}",
    "speculation-prerender": "{let s=document.createElement('script');s.type='speculationrules';s.textContent=JSON.stringify({prerender:[{source:'list',urls:[U],eagerness:'immediate'}]});document.head.append(s)}",
    "rtc-stun": "{let p=new RTCPeerConnection({iceServers:[{urls:'stun:'+H}]});p.createDataChannel('a');p.createOffer().then(o=>p.setLocalDescription(o))}",
    "rtc-turn-udp": "{let p=new RTCPeerConnection({iceServers:[{urls:`turn:${H}?transport=udp`,username:'a',credential:'b'}]});p.createDataChannel('a');p.createOffer().then(o=>p.setLocalDescription(o))}",
    "rtc-turn-tcp": "{let p=new RTCPeerConnection({iceServers:[{urls:`turn:${H}?transport=tcp`,username:'a',credential:'b'}]});p.createDataChannel('a');p.createOffer().then(o=>p.setLocalDescription(o))}",
    "rtc-turns": "{let p=new RTCPeerConnection({iceServers:[{urls:`turns:${H}?transport=tcp`,username:'a',credential:'b'}]});p.createDataChannel('a');p.createOffer().then(o=>p.setLocalDescription(o))}",
    "rtc-candidate": "{let p=new RTCPeerConnection(),q=new RTCPeerConnection();p.createDataChannel('a');p.createOffer().then(async o=>{await p.setLocalDescription(o);await q.setRemoteDescription(o);let a=await q.createAnswer();await q.setLocalDescription(a);await p.setRemoteDescription(a);for(const k of ['udp','tcp'])p.addIceCandidate({candidate:`candidate:1 1 ${k} 2130706431 ${H.replace(/:(\\d+)$/,' $1').replace(/[[\\]]/g,'')} typ host`+(k=='tcp'?' tcptype passive':''),sdpMid:'0'})})}",
    "direct-tcp": "new TCPSocket(...H.replace(/[[\\]]/g,'').split(/:(?=\\d+$)/))",
    "direct-udp": "new UDPSocket({remoteAddress:H.split(/:(?=\\d+$)/)[0],remotePort:+H.split(/:(?=\\d+$)/)[1]})",
    "presentation": "new PresentationRequest([U]).getAvailability()",
    "cache-add": "caches.open('a').then(c=>c.add(U))",
    "background-fetch": "navigator.serviceWorker.ready.then(r=>r.backgroundFetch.fetch('a',[U]))",
    "payment": "new PaymentRequest([{supportedMethods:U}],{total:{label:'a',amount:{currency:'USD',value:'1'}}}).canMakePayment()",
    "credential": "navigator.credentials.get({identity:{providers:[{configURL:U,clientId:'a'}]}})",
    "shared-storage": "sharedStorage.worklet.addModule(U)",
    "attribution": "{let i=new Image();i.attributionSrc=U}",
    "report-observer": "document.head.insertAdjacentHTML('beforeend',`<meta http-equiv=Content-Security-Policy content=\"img-src 'none'; report-uri ${U}\">`)",
    "xml-stylesheet": "new DOMParser().parseFromString(`<?xml-stylesheet href='${U}'?><a/>`,'text/xml')",
    "xslt": "document.body.insertAdjacentHTML('beforeend',`<iframe srcdoc=\"<link rel=icon href='${U}'>\"></iframe>`)",
    "file": "fetch('file:///etc/hostname').catch(()=>0);new Image().src='file://'+H+'/share/x'",
    "extension": "fetch('chrome-extension://abcdefghijklmnopabcdefghijklmnop/x?'+U).catch(()=>0);fetch('chrome://net-export/')",
    "ftp": "open(U.replace(/^https?/,'ftp'));new Image().src=U.replace(/^https?/,'ftp')",
    "external-scheme": "{let i=document.createElement('iframe');i.src=U.replace(/^https?/,'ssh');document.body.append(i)}",
}
"""Statements that leave the page where it is."""

LINKS = (
    "preconnect", "dns-prefetch", "prefetch", "prerender", "next", "icon", "shortcut icon", "apple-touch-icon", "manifest",
    "modulepreload", "search", "dictionary", "compression-dictionary", "expect", "import", "pingback", "mask-icon",
)  # fmt: skip
PRELOADS = ("script", "style", "font", "image", "fetch", "track", "document", "audio", "video", "worker")

LEAVING = {
    "location": "location=U",
    "location-replace": "location.replace(U)",
    "form-get": "{let f=document.createElement('form');f.action=U;document.body.append(f);f.submit()}",
    "form-post": "{let f=document.createElement('form');f.action=U;f.method='post';document.body.append(f);f.submit()}",
    "meta-refresh": "document.head.insertAdjacentHTML('beforeend',`<meta http-equiv=refresh content='0;url=${U}'>`)",
    "anchor-click": "{let a=document.createElement('a');a.href=U;document.body.append(a);a.click()}",
    "navigation-api": "navigation.navigate(U)",
    "view-source": "location='view-source:'+U",
    "javascript-url": "location=`javascript:fetch('${U}',{mode:'no-cors'})`",
    "opener": "{let w=open('about:blank');w.location=U}",
}
"""Statements that put another document in the place of the page."""


def markup(url):
    """Every link and preload, and attributes that load, for one URL."""
    lines = [f'<link rel="{rel}" href="{url}/link-{rel.replace(" ", "-")}">' for rel in LINKS]
    lines += [f'<link rel=preload as={kind} href="{url}/preload-{kind}">' for kind in PRELOADS]
    lines += [
        f'<body background="{url}/body-background">',
        f'<img src="{url}/img" srcset="{url}/img-set 2x" loading=eager><picture><source srcset="{url}/source"><img></picture>',
        f'<input type=image src="{url}/input-image"><video src="{url}/video-tag" poster="{url}/poster-tag" autoplay></video>',
        f'<iframe src="{url}/iframe-tag"></iframe><object data="{url}/object-tag"></object><embed src="{url}/embed-tag">',
        f"<style>@import '{url}/css-import';@font-face{{font-family:X;src:url({url}/css-font)}}</style>",
        f"<style>p{{font-family:X;background:url({url}/css-url);border-image:url({url}/css-border) 1}}</style>",
        f"<style>p::before{{content:url({url}/css-content)}}</style><p>text</p>",
        f'<script src="{url}/script-tag"></script><script type=module src="{url}/module-tag"></script>',
        f'<script type=importmap>{{"imports":{{"a":"{url}/import-map"}}}}</script><script type=module>import "a"</script>',
    ]
    return "\n".join(lines)


def page(urls, statements):
    """A page that tries ``statements`` for each of ``urls``, each with a path that names it."""
    tries = "\n".join(
        f"try {{ (async () => {{ const U = base + '/{name}'; {code} }})().catch(() => 0) }} catch {{}}"
        for name, code in statements.items()
    )
    heads = "\n".join(map(markup, urls)) if len(statements) > 3 else ""
    return (
        f"<!doctype html><title>x</title>{heads}<body><h1>Ways out</h1><script>"
        f"addEventListener('error',e=>e.preventDefault());for(const base of {list(urls)!r}){{"
        f"const H=base.split('/')[2];\n{tries}\n}}</script>"
    )


COUNT = len(SCRIPTS) + len(LEAVING) + len(LINKS) + len(PRELOADS)
