import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { BROWSER_TARGETS } from './bin/supported-browsers.ts'

/** Matches paths of files below this checkout, whatever the names of the folders above it. */
const below = (pattern: RegExp) => (file: string) =>
  file.startsWith(import.meta.dirname) && pattern.test(file.slice(import.meta.dirname.length))

const BY_ENTRY = { entriesAware: true, entriesAwareMergeThreshold: 5000 }

// See docs/decisions/0061. A module joins the first group that matches it or an importer. Numbers count routes.
const groups = [
  { name: 'framework', test: below(/^\/node_modules\/(react|react-dom|react-router|scheduler|cookie)\//) },
  // The frame around every page, and the shop's frame, which the pages of workers and coordinators do not use.
  {
    name: 'frame',
    test: below(
      /^\/(app\/(root|entry\.client|frame\/(page|return-to)|kit\/(browser\/.+|after-refusal))|shop\/kernel\/(duration|ids))\./,
    ),
  },
  { name: 'shop', test: below(/^\/app\/frame\/shop\.tsx/) },
  { name: 'kernel', test: below(/^\/shop\/kernel\//), minShareCount: 20, ...BY_ENTRY },
  { name: 'kit', test: below(/^\/app\/kit\/[^/]+$/), minShareCount: 55 },
  { name: 'picture', test: below(/^\/app\/kit\/picture\//) },
  { name: 'goods', test: below(/^\/(app\/(cart|storefront)|shop\/(catalogue|carts))\//), minShareCount: 7 },
  { name: 'orders', test: below(/^\/shop\/(orders|payments)\//), minShareCount: 4 },
  { name: 'work', test: below(/\/(kit\/work\/.+|words\/words|shop\/programme\/(task|pay))\./) },
  { name: 'desk', test: below(/\/(desk\/(admin-page|pager)|coordinator\/paths|task-filters|typed-n.+)\./) },
  { name: 'queue', test: below(/^\/app\/programme\/offline\//) },
  { name: 'worker-kit', test: below(/^\/app\/programme\/worker\/kit\//) },
  { name: 'worker', test: below(/^\/app\/programme\/worker\//), minShareCount: 3 },
].map((group, index, all) => ({ ...group, priority: all.length - index }))

/** Drops Vite's preloading, and from React Router messages, unused features and apparent side effects. */
const dropUnusedParts = {
  name: 'drop-unused-parts',
  transform: {
    filter: { id: /node_modules\/react-router\/dist\/|vite\/preload-helper/ },
    handler: (code: string) =>
      code
        .replace(/^[\s\S]*__vitePreload = [\s\S]*$/, 'export const __vitePreload = (load) => load()')
        .replace(/^\w+\.displayName = .*$/gm, '')
        .replace(/^\t+warning(Once)?\(.*\);$/gm, ';')
        .replace(/^(\t+(?:UNSAFE_)?invariant\(.+?), (?:["`].*["`]|get\w+Error\(.*\))\);$/gm, '$1);')
        .replace(/= (React\$?\d*\.forwardRef)\(/g, '= /* @__PURE__ */ $1(')
        .replace(/if \(init\.instrumentations\)/g, 'if (false)')
        .replace(/(?<!function )\bisFogOfWarEnabled\([^)]*\)/g, 'false'),
  },
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), dropUnusedParts],
  // Otherwise development would find these packages page by page, and reload each page.
  optimizeDeps: { noDiscovery: true, include: ['@simplewebauthn/browser', 'idb', 'zod'] },
  build: {
    target: BROWSER_TARGETS,
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { pluginTimings: false, ineffectiveDynamicImport: false } },
  },
  environments: {
    client: {
      // Otherwise Zod would compile functions from text, which the Content-Security-Policy refuses and reports.
      define: { 'globalThis.__zod_globalConfig': '({ jitless: true })' },
      build: {
        rolldownOptions: {
          // Models of the shop have no side effects when they are loaded, so pages omit models that they do not use.
          treeshake: { moduleSideEffects: [{ test: /\/shop\//, sideEffects: false }] },
          // Every first page loads the table of all routes, and the hashes in its file names cannot be compressed.
          output: {
            codeSplitting: { groups },
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash:7].js`,
          },
        },
      },
    },
  },
})
