import type { ReactNode, RefObject } from 'react'
import { ButtonLink } from '#app/kit/button.tsx'
import { EmptyState } from '#app/kit/empty-state.tsx'
import { RECIPES_PATH } from '#app/kit/paths.ts'
import { RecipeCard } from '#app/recipes/recipe-card.tsx'
import type { RecipeSummary } from '#app/recipes/recipe-display.ts'
import { ProductCard } from '#app/storefront/product-card.tsx'
import type { CardProduct } from '#app/storefront/product-data.ts'

type SearchResultsProps = {
  query: string
  products: CardProduct[]
  recipes: RecipeSummary[]
  problem: string | null
  summary: RefObject<HTMLParagraphElement | null>
}

export function SearchResults({ query, products, recipes, problem, summary }: SearchResultsProps) {
  const hasResults = products.length + recipes.length > 0
  return (
    <>
      <p ref={summary} tabIndex={-1} role="status" className="mt-6 text-ink-soft">
        {problem ?? summaryOf(query, products.length, recipes.length)}
      </p>
      {products.length > 0 && (
        <ResultSection id="found-products" title="Products">
          <div className="shelf-grid related-grid">
            {products.map((product) => (
              <ProductCard key={product.id} product={product} />
            ))}
          </div>
        </ResultSection>
      )}
      {recipes.length > 0 && (
        <ResultSection id="found-recipes" title="Recipes">
          <ul className="recipe-grid">
            {recipes.map((recipe) => (
              <RecipeCard key={recipe.id} recipe={recipe} />
            ))}
          </ul>
        </ResultSection>
      )}
      {!hasResults && query !== '' && problem === null && (
        <EmptyState
          className="mt-8"
          picture="/illustrations/empty-basket.svg"
          title="Nothing found"
          action={<Elsewhere />}
        >
          Small typos are fine. Try a single word, or browse everything.
        </EmptyState>
      )}
      {(query === '' || problem !== null) && <Elsewhere />}
    </>
  )
}

function ResultSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="display mb-5 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Elsewhere() {
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <ButtonLink to="/products" look="line">
        All products
      </ButtonLink>
      <ButtonLink to={RECIPES_PATH} look="line">
        All recipes
      </ButtonLink>
    </div>
  )
}

/** Returns '2 products and 1 recipe for “ragi”', the line above the results. Screen readers announce it. */
export function summaryOf(query: string, products: number, recipes: number): string {
  if (query === '') return 'Look for a mix, a tastemaker, an ingredient or a dish.'
  const counts = [countText(products, 'product'), countText(recipes, 'recipe')].filter(Boolean)
  return `${counts.join(' and ') || 'No products or recipes'} for “${query}”`
}

function countText(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${count === 1 ? noun : `${noun}s`}`
}
