import type { Language } from '#shop/programme/worker.ts'

/** The dark strip at the top of every page, and so the colour of the browser's bar above it: `--surface-deep`. */
export const THEME_COLOURS = {
  millet: '#3f1619',
  hydration: '#013f46',
}

/** The page's paper, `--surface` of the millet side. */
export const PAPER = '#fdfaf3'

const ICONS = [192, 512].flatMap((size) =>
  ['any', 'maskable'].map((purpose) => ({
    src: `/icons/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })),
)

/** The manifest of the workers' app, installed on the phone without the browser's bars, under a name in her language. */
export function workerManifest(brand: string, language: Language) {
  const names = {
    en: {
      name: `${brand}: my work`,
      short_name: 'My work',
      description: 'Tasks, photos and pay of the self-help groups.',
      lang: 'en-IN',
    },
    hi: {
      name: 'मेरा काम',
      short_name: 'मेरा काम',
      description: 'स्वयं सहायता समूहों के काम, फ़ोटो और कमाई।',
      lang: 'hi-IN',
    },
  }
  return {
    ...webManifest(brand),
    id: '/shg-worker-dashboard',
    ...names[language],
    start_url: '/shg-worker-dashboard',
    display: 'standalone',
    theme_color: PAPER,
  }
}

/** The web app manifest. The browser's own bar stays, for its back button. */
export function webManifest(brand: string) {
  return {
    id: '/',
    name: brand,
    short_name: brand,
    description: 'Millet meals and hydration sticks made by women-led self-help groups.',
    lang: 'en-IN',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: PAPER,
    theme_color: THEME_COLOURS.millet,
    icons: ICONS,
  }
}
