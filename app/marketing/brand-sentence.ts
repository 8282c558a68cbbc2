/** The word that the home page explains: 'Cultiva' gives 'cultivation'. */
export function brandWord(brand: string): string {
  return `${brand.trim().toLowerCase()}tion`
}

/** The heading of that block: 'Cultiva means cultivation'. */
export function brandSentence(brand: string): string {
  return `${brand.trim()} means ${brandWord(brand)}`
}
