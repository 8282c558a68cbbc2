import { useState } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '#app/kit/button-look.ts'
import { Dialog } from '#app/kit/dialog.tsx'
import { DialogLink } from '#app/kit/dialog-link.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { VisuallyHidden } from '#app/kit/visually-hidden.tsx'
import type { Product } from '#shop/catalogue/product.ts'
import { Label } from './label.tsx'
import { boxName } from './short-name.ts'

/** The label in a pop-up; without JavaScript its link goes to the same label on the product page. */
export function LabelDialog({ product }: { product: Product }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <DialogLink
        to={`/replenish#${product.slug}-label`}
        onOpen={() => setOpen(true)}
        className={buttonClass({ look: 'line', size: 'sm' })}
      >
        <Icon name="info" size="s" />
        <span>
          Nutrition and ingredients<VisuallyHidden>: {boxName(product.name)}</VisuallyHidden>
        </span>
      </DialogLink>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={boxName(product.name)}>
        <Label product={product} />
        <p className="mt-6">
          <Link to="/replenish#how" className="link">
            How to use it
          </Link>
        </p>
      </Dialog>
    </>
  )
}
