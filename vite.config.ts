import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { BROWSER_TARGETS } from './bin/supported-browsers.ts'

/** True for the files of this checkout that match, wherever it lies and whatever the folders above it are called. */
const below = (pattern: RegExp) => (file: string) =>
  file.startsWith(import.meta.dirname) && pattern.test(file.slice(import.meta.dirname.length))

/** Few, larger files compress better and need fewer round trips on a phone: see docs/decisions/0017. */
// A module goes to the first group of the highest whole priority that has it, or has something that needs it.
const groups = [
  {
    name: 'framework',
    test: below(/^\/node_modules\/(react|react-dom|react-router|scheduler|cookie)\//),
    priority: 4,
  },
  // A worker loads the words of her own language.
  {
    name: (file: string) => `words-${/(\w+)\.ts$/.exec(file)?.[1]}`,
    test: below(/^\/app\/programme\/worker\/words\//),
    priority: 5,
  },
  // What all her screens have is one file: each request costs her most of a second. Last, so that other pages need nothing of it.
  {
    name: 'worker',
    test: below(
      /^\/app\/programme\/worker\/(?!words\/|error-page|all-words|photo|join|signin|sign-in-|pin-|news|offline\/|use-phone|language-buttons)/,
    ),
    priority: 0.5,
  },
  // The frame around every page, with all it needs; and amounts and notes of fields, which a worker's phone has, too.
  {
    name: 'frame',
    test: (file: string) =>
      file.includes('preload-helper') ||
      below(
        /^\/(app\/(root\.tsx|entry\.client\.tsx|frame\/page\.tsx|kit\/(browser-state|field-notes|forget-screens|leave-offline|unfolding|trusted-types|use-submitting)\.)|shop\/kernel\/(duration|money|text)\.)/,
      )(file),
    priority: 3,
  },
  // The shop's own frame, without which workers and coordinators do.
  {
    name: 'shop-frame',
    test: below(
      /^\/(app\/(frame\/(shop\.|shop-frame\.|header|footer|menu|search-input|friend-offer)|cart\/(cart-store|use-cart-sync))|shop\/(carts\/(cart|cart-cookie)|pricing\/first-order-offer)\.)/,
    ),
    priority: 3,
  },
  // Code that most pages of the shop share; without admin's own parts, and without what few first pages have.
  {
    name: 'shared',
    test: below(
      /^\/(app\/(kit(?!\/(table|tabs|price|more-icons|phone-icons|empty-list|after-refusal|translations|banner|dialog|factor-paths|fields|form-fields|submit-button|use-form)\.)|storefront|marketing|cart|hydration|seo)|shop(?!\/(field\.|orders|customers|filters|kernel\/(day|time|ids|number|strength|typed-number)|messages|payments|programme))|content)\//,
    ),
    minShareCount: 8,
    priority: 2,
  },
  // Forms and dialogs are on no page where most first visits begin. Fields with what reads a typed number: the desk's and
  // coordinators' forms have them without the rest, which checks a form before it is sent.
  {
    name: 'fields',
    test: below(/^\/(app\/kit\/fields|shop\/kernel\/typed-number)\./),
    minShareCount: 4,
    priority: 1.5,
  },
  {
    name: 'forms',
    test: below(/^\/app\/kit\/(form-fields|submit-button|use-form)\./),
    minShareCount: 4,
    priority: 1.5,
  },
  { name: 'dialogs', test: below(/^\/app\/kit\/dialog(-link)?\./), minShareCount: 4, priority: 1.5 },
  // Public pages have tables, too, and load nothing else of the desk.
  { name: 'table', test: below(/^\/app\/kit\/table\./), priority: 1.5 },
  { name: 'banner', test: below(/^\/app\/kit\/banner\./), priority: 1.5 },
  { name: 'days', test: below(/^\/shop\/kernel\/(day|time)\./), minShareCount: 4, priority: 1.5 },
  // Of the worker's phone, which is to load nothing of the desk. With the voice, which her sign-in needs before her screens: a
  // file of its own would be one more request.
  {
    name: 'phone-icons',
    test: below(/^\/app\/(kit\/phone-icons|programme\/worker\/(speech|voice|voice-button))\./),
    priority: 1.5,
  },
  { name: 'more-icons', test: below(/^\/app\/kit\/more-icons\./), priority: 1.5 },
  // The worker's frame asks to sign in, too, and her phone is to load nothing of the desk.
  {
    name: 'basics',
    test: below(
      /^\/(shop\/(kernel\/(ids|number)|programme\/worker)|app\/(kit\/(after-refusal|empty-list|translations)|frame\/(sign-in-prompt|return-to)))\./,
    ),
    priority: 2,
  },
  // What a product is chosen with, on the shelf and on its page, and what else stands there.
  {
    name: 'choice',
    test: below(/^\/(app\/(kit\/stepper|cart\/add-to-cart)|shop\/carts\/(adding|mix))\./),
    priority: 1.4,
  },
  {
    name: 'tiles',
    test: below(
      /^\/(app\/(kit\/(heat|tile-colour)|storefront\/(labels|product-card))|shop\/catalogue\/allergens)\./,
    ),
    priority: 1.3,
  },
  {
    name: 'product-parts',
    test: below(
      /^\/(app\/(kit\/(parts-bar|breadcrumbs)|storefront\/product-(missing|schema)|seo\/share-picture)|shop\/catalogue\/taxonomy)\./,
    ),
    priority: 1.2,
  },
  // Other pages have these, too, and load nothing else of a product's page.
  { name: 'kept-mixes', test: below(/^\/app\/cart\/kept-mixes\./), priority: 1.2 },
  { name: 'tabs', test: below(/^\/app\/kit\/tabs\./), priority: 1.2 },
  { name: 'price', test: below(/^\/app\/kit\/price\./), priority: 1.2 },
  // The page of a product, which the desk's preview shows, too.
  {
    name: 'product-page',
    test: below(/^\/app\/storefront\/(product-page|product-info|buy-form|mix-picker|use-mix|reviews)\./),
    priority: 1.15,
  },
  // What waits on a phone, the worker's or the coordinator's.
  {
    name: 'phone',
    test: below(
      /^\/(app\/(programme\/worker\/(offline\/|use-phone|language-buttons))|shop\/programme\/(task|task-words|pay|upi)\.)/,
    ),
    priority: 1.45,
  },
  // Each file costs a phone a third of a kilobyte of headers.
  {
    name: 'coordinator',
    test: below(/^\/app\/programme\/coordinator\/(paths|failed|unsent)\./),
    priority: 1.6,
  },
  // The desk's parts that coordinators' pages have, too, which load nothing else of it.
  {
    name: 'desk-page',
    test: below(
      /^\/(app\/(programme\/words\/words|desk\/(paths|admin-page|pager))|shop\/kernel\/strength)\./,
    ),
    priority: 1.1,
  },
  // Of some of coordinators' pages; the list of photos does without.
  {
    name: 'desk-parts',
    test: below(/^\/app\/desk\/(confirm-dialog|confirmation|filter-bar)\./),
    priority: 1.1,
  },
  { name: 'shown-field', test: below(/^\/app\/desk\/shown-field\./), priority: 1 },
  // Without the fields of an address: they bring the schemas' library, and public pages need other parts of this file.
  {
    name: 'desk',
    test: below(
      /^\/app\/(admin|desk|programme\/desk\/(tasks|planning)|account(?!\/address-fields)|auth|orders)\//,
    ),
    minShareCount: 4,
    priority: 1,
  },
]

/**
 * Removes unused parts of React Router from the bundle. Components: assigning their `displayName` and calling `forwardRef`
 * count as side effects, so the bundler keeps them. Instrumentation and the discovery of routes, which are switched off.
 */
const dropUnusedRouterComponents = {
  name: 'drop-unused-router-components',
  transform: {
    filter: { id: /node_modules\/react-router\/dist\// },
    handler: (code: string) =>
      code
        .replace(/^\w+\.displayName = .*$/gm, '')
        .replace(/= (React\$?\d*\.forwardRef)\(/g, '= /* @__PURE__ */ $1(')
        .replace(/if \(init\.instrumentations\)/g, 'if (false)')
        .replace(/(?<!function )\bisFogOfWarEnabled\([^)]*\)/g, 'false'),
  },
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), dropUnusedRouterComponents],
  build: {
    target: BROWSER_TARGETS,
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { pluginTimings: false, ineffectiveDynamicImport: false } },
  },
  environments: {
    client: {
      // Otherwise the schemas' library tries whether it may make functions of texts, which the page's policy refuses and reports.
      define: { 'globalThis.__zod_globalConfig': '({ jitless: true })' },
      build: {
        rolldownOptions: {
          // Models of the shop do nothing when they are loaded: what a page uses nothing of is not fetched.
          treeshake: { moduleSideEffects: [{ test: /\/shop\//, sideEffects: false }] },
          // Every first page loads the table of all routes, whose files' hashes are what can't be compressed.
          output: {
            codeSplitting: { groups },
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
          },
        },
      },
    },
  },
})
