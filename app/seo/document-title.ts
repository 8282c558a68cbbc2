/** Returns a title such as 'Our Products — Cultiva'. A title that contains the brand stays unchanged. */
export function documentTitle(title: string, brand: string): string {
  return title.includes(brand) ? title : `${title} — ${brand}`
}
