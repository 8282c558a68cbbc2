const COLOURS = ['gulab-200', 'haldi-200', 'straw-300', 'mirch-200', 'bajra-200'] as const

/** The flat colour behind a dish, a colour of the scales: always the same for one recipe, and varied over the list. */
export function dishColour(id: string): string {
  const sum = [...id].reduce((total, letter) => total + letter.charCodeAt(0), 0)
  return COLOURS[sum % COLOURS.length] ?? COLOURS[0]
}
