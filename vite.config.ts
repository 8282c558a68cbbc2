import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** True for the files of this checkout that match, wherever it lies and whatever the folders above it are called. */
const below = (pattern: RegExp) => (file: string) =>
  file.startsWith(import.meta.dirname) && pattern.test(file.slice(import.meta.dirname.length))

/** Few, larger files compress better and need fewer round trips on a phone: see docs/decisions/0017. */
const groups = [
  {
    name: 'framework',
    test: below(/^\/node_modules\/(react|react-dom|react-router|scheduler|cookie)\//),
    priority: 4,
  },
  // The frame around every page, with all it needs.
  {
    name: 'frame',
    test: (file: string) =>
      file.includes('preload-helper') ||
      below(/^\/app\/(root\.tsx|entry\.client\.tsx|frame\/page\.tsx)/)(file),
    priority: 3,
  },
  // Code that most pages of the shop share; without admin's own parts, and without the table, which few shop pages have.
  {
    name: 'shared',
    test: below(
      /^\/(app\/(kit(?!\/table)|storefront|marketing|cart|hydration|seo)|shop(?!\/orders)|content)\//,
    ),
    minShareCount: 8,
    priority: 2,
  },
  // The worker's frame asks to sign in, too, and her phone is to load nothing of the desk.
  {
    name: 'sign-in-prompt',
    test: below(/^\/app\/frame\/(sign-in-prompt|return-to)\./),
    priority: 2,
  },
  { name: 'desk', test: below(/^\/app\/(admin|account|auth|orders)\//), minShareCount: 4, priority: 1 },
]

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0, rolldownOptions: { checks: { pluginTimings: false } } },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
})
