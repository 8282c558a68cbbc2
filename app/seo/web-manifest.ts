/** The colours of the strip at the top of each page (`--surface-deep`), and of the browser's bar above the strip. */
export const THEME_COLOURS = {
  millet: '#3f1619',
  hydration: '#013f46',
}

export const PAPER = '#fdfaf3'

const ICONS = [192, 512].flatMap((size) =>
  ['any', 'maskable'].map((purpose) => ({
    src: `/icons/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })),
)

/** Returns the web app manifest. The browser's own bar stays, because the shop needs its back button. */
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
