/** The header's links, in the specification's order. */
export const MAIN_LINKS = [
  { to: '/', label: 'Home' },
  { to: '/products', label: 'Products' },
  { to: '/replenish', label: 'Replenish' },
  { to: '/about', label: 'About' },
  { to: '/impact', label: 'Impact' },
  { to: '/play-with-food', label: 'Play with your Food' },
  { to: '/contact', label: 'Contact' },
] as const

export const FOOTER_COLUMNS = [
  {
    title: 'Shop',
    links: [
      { to: '/products', label: 'All products' },
      { to: '/products?category=meal-mix', label: 'Meal mixes' },
      { to: '/products?category=tastemakers', label: 'Tastemakers' },
      { to: '/products?category=bundles', label: 'Bundles' },
      { to: '/replenish', label: 'Replenish' },
    ],
  },
  {
    title: 'Help',
    links: [
      { to: '/orders', label: 'Track an order' },
      { to: '/shipping', label: 'Shipping' },
      { to: '/returns', label: 'Returns' },
      { to: '/contact', label: 'Contact' },
    ],
  },
  {
    title: 'About',
    links: [
      { to: '/about', label: 'About us' },
      { to: '/impact', label: 'Our impact' },
      { to: '/privacy-policy', label: 'Privacy policy' },
      { to: '/terms', label: 'Terms' },
    ],
  },
] as const
