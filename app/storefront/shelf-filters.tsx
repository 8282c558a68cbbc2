import { ChipLink, ChipRow } from '#app/kit/chip.tsx'
import { shelfPath } from '#app/kit/paths.ts'
import { FAMILIES } from '#app/storefront/labels.ts'
import { SHELF_FILTERS, type ShelfChip, type ShelfFilter } from '#shop/catalogue/shelf.ts'

function shapeOf(filter: ShelfChip): string | undefined {
  return filter in FAMILIES ? FAMILIES[filter as keyof typeof FAMILIES].shape : undefined
}

/** The filter chips: links, so they work without JavaScript. */
export function ShelfFilters({ active, counts }: { active: ShelfFilter; counts: Record<ShelfChip, number> }) {
  return (
    <div className="shelf-filters">
      <ChipRow label="Filter products by category">
        {SHELF_FILTERS.map(({ value, label }) => (
          <ChipLink
            key={value}
            to={shelfPath(value)}
            replace
            preventScrollReset
            prefetch="intent"
            active={value === active}
            count={counts[value]}
            picture={shapeOf(value)}
          >
            {label}
          </ChipLink>
        ))}
      </ChipRow>
    </div>
  )
}
