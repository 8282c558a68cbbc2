/** '2 products and 1 recipe for “ragi”', as it stands above the results and is read out when they change. */
export function summaryOf(query: string, products: number, recipes: number): string {
  if (query === '') return 'Look for a mix, a tastemaker, an ingredient or a dish.'
  const counts = [counted(products, 'product'), counted(recipes, 'recipe')].filter(Boolean)
  return `${counts.join(' and ') || 'No products or recipes'} for “${query}”`
}

function counted(count: number, thing: string): string {
  if (count === 0) return ''
  return count === 1 ? `1 ${thing}` : `${count} ${thing}s`
}
