import { ProductPicture } from '#app/kit/product-picture.tsx'

const PACKS = [
  { name: 'taste-sambar', isLarge: false },
  { name: 'taste-cocoa-cinnamon', isLarge: false },
  { name: 'mix-ragi', isLarge: true },
  { name: 'mix-bajra', isLarge: true },
  { name: 'taste-peri-peri', isLarge: false },
]

/** The top of the shelf: title on the left edge, packs standing in a row on the right. */
export function ShelfHero() {
  return (
    <div className="shelf-hero">
      <div className="wrap shelf-hero-row">
        <div className="shelf-hero-text">
          <h1 className="display text-5xl">Our Products</h1>
          <p className="mt-4 max-w-[26rem] text-lg">
            Two grains, twenty tastemakers, and bowls you can bury. Start with the box or pick things one at a
            time.
          </p>
        </div>
        <div className="shelf-hero-packs">
          {PACKS.map(({ name, isLarge }) => (
            <ProductPicture
              key={name}
              src={`/illustrations/${name}.svg`}
              alt=""
              priority={isLarge}
              loading="eager"
              className={isLarge ? 'shelf-hero-large' : 'shelf-hero-small'}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
