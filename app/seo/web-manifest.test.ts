import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readerIn } from '#app/programme/words/words.server.ts'
import type { Language } from '#shop/programme/worker.ts'
import { PAPER, THEME_COLOURS, webManifest } from './web-manifest.ts'
import { workerManifest } from './worker-manifest.ts'

const tokens = ['tokens', 'monsoon'].map((name) => readFileSync(`app/kit/${name}.css`, 'utf8')).join('\n')

/** Returns the colour of a role on a side, from lines such as `--surface-deep: --theme(--color-ragi-800 inline)`. */
function colour(side: string, role: string): string | undefined {
  const block = tokens.slice(tokens.indexOf(`[data-side="${side}"] {`))
  const name = new RegExp(`--${role}:\\s*--theme\\((--color-[\\w-]+) inline\\)`).exec(block)?.[1]
  return new RegExp(`${name}:\\s*(#\\w+)`).exec(tokens)?.[1]
}

it('has the brand’s name, and icons that exist', () => {
  const manifest = webManifest('Testmill')
  expect(manifest).toMatchObject({ name: 'Testmill', short_name: 'Testmill', start_url: '/' })
  for (const { src } of manifest.icons) expect(existsSync(`public${src}`)).toBe(true)
  const large = manifest.icons.filter(({ sizes }) => sizes === '512x512')
  expect(large.map(({ purpose }) => purpose)).toEqual(['any', 'maskable'])
})

it('has the colours of the design tokens', () => {
  expect(THEME_COLOURS.millet).toBe(colour('millet', 'surface-deep'))
  expect(THEME_COLOURS.hydration).toBe(colour('hydration', 'surface-deep'))
  expect(PAPER).toBe(colour('millet', 'surface'))
})

it('names the worker’s app in the worker’s language', () => {
  const manifestIn = (language: Language) =>
    workerManifest('Testmill', language, readerIn(language).words.app)
  const [english, hindi] = [manifestIn('en'), manifestIn('hi')]
  expect(english).toMatchObject({ name: 'Testmill: my work', short_name: 'My work', lang: 'en-IN' })
  expect(hindi).toMatchObject({ name: 'मेरा काम', short_name: 'मेरा काम', lang: 'hi-IN', id: english.id })
  expect(hindi.description).not.toMatch(/[a-z]/i)
})
