// Builds each page of pages/ into one script beside its shell: node build.mjs FOLDER, where the packages are.
import { readdirSync, readFileSync, writeFileSync, mkdirSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { build } from "esbuild";
import { compile } from "svelte/compiler";

const [source, target] = process.argv.slice(2);
mkdirSync(target, { recursive: true });

const svelte = {
  name: "svelte",
  setup(plugin) {
    plugin.onLoad({ filter: /\.svelte$/ }, ({ path }) => ({
      contents: compile(readFileSync(path, "utf8"), { filename: path, css: "injected" }).js.code,
      loader: "js",
    }));
  },
};

for (const file of readdirSync(join(source, "pages"))) {
  const name = basename(file, extname(file));
  await build({
    entryPoints: [join(source, "pages", file)],
    outfile: join(target, `${name}.js`),
    bundle: true,
    minify: true,
    format: "iife",
    conditions: ["browser", "production"],
    define: { "process.env.NODE_ENV": '"production"', __VUE_OPTIONS_API__: "true", __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false" },
    alias: { vue: "vue/dist/vue.esm-bundler.js" },
    nodePaths: [join(process.cwd(), "node_modules")],
    plugins: [svelte],
    loader: { ".js": "jsx" },
    logLevel: "error",
  });
  writeFileSync(join(target, `${name}.html`), `<!doctype html><html lang=en><head><meta charset=utf-8><title>${name}</title>
</head><body><noscript>This page needs scripts.</noscript><div id="root"></div><script src="/${name}.js"></script></body></html>\n`);
}
