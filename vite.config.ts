import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** Few, larger files compress better and need fewer round trips on a phone: see docs/performance.md. */
const groups = [
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler|cookie)\//, priority: 2 },
  // What most pages share: the frame around them and the common parts of the kit.
  { name: 'common', test: /\/(app|shop|content)\//, minShareCount: 8, priority: 1 },
]

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
})
