import { ProductPicture } from '#app/kit/product-picture.tsx'
import type { CategorySlug } from '#shop/catalogue/taxonomy.ts'

type Note = { title: string; text: string; picture: string }

const GROUPS: Note = {
  title: 'Who you are buying from',
  text: 'Made by a women-led self-help group: the women who roast, mix and pack it run the work and are paid for it. About 10 crore women in India belong to such groups (DAY-NRLM, Ministry of Rural Development, 2024).',
  picture: '/illustrations/value-work.svg',
}

const WATER: Note = {
  title: 'Less on the road',
  text: 'You add water you already have, so no bottle and no half litre of water has to be shipped to you.',
  picture: '/illustrations/glass-mint.svg',
}

/** What buying this does, in words that can be checked. */
export function ImpactNote({ category }: { category: CategorySlug }) {
  const note = category === 'hydration' ? WATER : GROUPS
  return (
    <aside className="impact-note" aria-labelledby="impact-note">
      <ProductPicture src={note.picture} alt="" />
      <div>
        <h2 id="impact-note" className="display text-2xl">
          {note.title}
        </h2>
        <p className="mt-3 max-w-read">{note.text}</p>
      </div>
    </aside>
  )
}
