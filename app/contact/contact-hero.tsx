import { ProductPicture } from '#app/kit/product-picture.tsx'

/** A scene fills its frame and so, on a phone, the width; a thing stands on the page's colour. */
type Drawing = { name: string; isScene: boolean }

/** The top of a contact page: title and one line on the left, one drawing on the page's colour. */
export function ContactHero({ title, lead, drawing }: { title: string; lead: string; drawing: Drawing }) {
  return (
    <div className="contact-hero">
      <div className="wrap contact-hero-row">
        <div className="contact-hero-text">
          <h1 className="display text-5xl">{title}</h1>
          <p className="mt-5 max-w-[30rem] text-lg">{lead}</p>
        </div>
        <ProductPicture
          src={`/illustrations/${drawing.name}.svg`}
          alt=""
          priority
          className={drawing.isScene ? 'contact-hero-scene' : ''}
        />
      </div>
    </div>
  )
}
