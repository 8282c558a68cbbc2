import { type Ref, useEffect, useRef, useState } from 'react'
import { data, useFetcher, useLocation } from 'react-router'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { Link } from '#app/kit/link.tsx'
import { recipePath } from '#app/kit/paths.ts'
import { PackTile } from '#app/kit/picture/pack-tile.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { RecipeBody } from '#app/recipes/recipe-body.tsx'
import { RecipeBrowser } from '#app/recipes/recipe-browser.tsx'
import { minutesInWords, toSummary } from '#app/recipes/recipe-display.ts'
import { SPIN_MS, spin, WheelFace, type WheelSegment } from '#app/recipes/wheel.tsx'
import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { consumeSearchLimit } from '#app/request/rate-limit.server.ts'
import type { Recipe } from '#content/recipes/recipe.ts'
import { readFilter } from '#content/recipes/recipe-filter.ts'
import { RECIPES } from '#content/recipes/recipes.ts'
import { WHEEL } from '#content/recipes/wheel.ts'
import type { Route } from './+types/recipes.ts'

export const handle: PageHandle = {
  sheet: 'recipes',
  title: 'Play with Your Food',
  description:
    'Recipes for ragi and bajra: pancakes, idli, crackers, pizza. Search them, or let a wheel decide.',
  picture: 'recipes',
  band: '--color-bajra-200',
  cached: 'exact',
  query: ['q', 'appliance', 'method'],
  search: 'sitemap',
  landing: 'recipes',
  access: { get: 200 },
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = readFilter(new URL(request.url).searchParams)
  const wait = filter.q.trim() === '' ? null : await consumeSearchLimit(request, context.get(requestContext))
  if (wait) throw data(null, { status: 429, headers: wait.headers })
  return {
    recipes: RECIPES.map(toSummary),
    wheel: WHEEL.map(({ id }) => id),
    first: WHEEL[0] as Recipe,
    filter,
  }
}

export const headers = ({ errorHeaders, loaderHeaders }: Route.HeadersArgs) => errorHeaders ?? loaderHeaders

export default function RecipesPage({ loaderData }: Route.ComponentProps) {
  const { recipes, wheel, first, filter } = loaderData
  const { recipe, prepare, feature } = useFeaturedRecipe(first)
  const title = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  const showAtTop = (id: string) => {
    feature(id)
    window.scrollTo({ top: 0, behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
    title.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <div className="play-top">
        <div className="wrap play-top-grid">
          <div className="play-title">
            <h1 className="display text-5xl">Play with Your Food</h1>
            <p className="mt-3 text-lg">{recipes.length} things to do with a sachet of millet.</p>
          </div>
          <FeaturedRecipe recipe={recipe} titleRef={title} />
          <RecipeWheel
            recipes={recipes.filter(({ id }) => wheel.includes(id))}
            onStart={prepare}
            onStop={feature}
          />
        </div>
      </div>
      <div className="wrap">
        <RecipeBody recipe={recipe} />
      </div>
      <RecipeBrowser key={key} recipes={recipes} initial={filter} onShow={showAtTop} />
    </>
  )
}

function FeaturedRecipe({ recipe, titleRef }: { recipe: Recipe; titleRef: Ref<HTMLHeadingElement> }) {
  const { id, name, summary, image, cookTime, servings, difficulty } = recipe
  return (
    <section className="featured-recipe" aria-labelledby="featured-title">
      <PackTile
        src={image}
        alt=""
        colour="--color-haldi-300"
        ratio="4/3"
        pack="96%"
        priority
        className="dish-tile"
      />
      <div>
        <h2 id="featured-title" ref={titleRef} tabIndex={-1} className="display text-3xl">
          <VisuallyHidden>Featured recipe: </VisuallyHidden>
          {name}
        </h2>
        <p className="mt-2 text-lg">{summary}</p>
        <p className="mt-2 font-semibold">
          {minutesInWords(cookTime)}, serves {servings}, {difficulty.toLowerCase()}
        </p>
        <ButtonLink to={recipePath(id)} look="line" iconEnd="arrow-right" className="mt-4">
          Cook or print<VisuallyHidden> {name}</VisuallyHidden>
        </ButtonLink>
      </div>
    </section>
  )
}

/** Returns the full recipe at the top of the page. The page's data has only the first; others are fetched. */
function useFeaturedRecipe(first: Recipe) {
  const fetcher = useFetcher<{ recipe: Recipe }>()
  const [featuredId, setFeaturedId] = useState(first.id)
  const [recipe, setRecipe] = useState(first)
  const loaded = [first, fetcher.data?.recipe].find((candidate) => candidate?.id === featuredId)
  if (loaded && loaded.id !== recipe.id) setRecipe(loaded)

  const prepare = (id: string) => {
    const isLoaded = id === first.id || id === fetcher.data?.recipe.id
    if (!isLoaded) void fetcher.load(recipePath(id))
  }
  // The previous recipe stays until the new one is loaded.
  const feature = (id: string) => {
    prepare(id)
    setFeaturedId(id)
  }
  return { recipe, prepare, feature }
}

type RecipeWheelProps = {
  recipes: readonly (WheelSegment & { id: string })[]
  /** Called when the wheel starts to turn. It will stop at this recipe. */
  onStart: (id: string) => void
  onStop: (id: string) => void
}

/** A wheel that chooses a recipe at random. Without JavaScript it is a list of links. */
function RecipeWheel({ recipes, onStart, onStop }: RecipeWheelProps) {
  const idAt = (index: number) => recipes[index]?.id ?? ''
  const { rotation, isSpinning, stoppedAt, start } = useWheel(recipes.length, {
    onStart: (index) => onStart(idAt(index)),
    onStop: (index) => onStop(idAt(index)),
  })
  const button = useFocusBack(isSpinning)
  return (
    <section className="play-wheel" aria-labelledby="wheel-title">
      <div className="needs-js play-wheel-works">
        <WheelFace segments={recipes} rotation={rotation} isSpinning={isSpinning} />
        <div className="play-wheel-text">
          <h2 id="wheel-title" className="display text-xl">
            Can’t decide?
          </h2>
          <p>Six recipes, equal chances.</p>
          <Button ref={button} type="button" disabled={isSpinning} onClick={start} className="mt-3">
            {isSpinning ? 'Spinning...' : 'Spin the wheel'}
          </Button>
          <p role="status" className="play-wheel-result">
            {stoppedAt !== null && `The wheel stopped at ${recipes[stoppedAt]?.name}.`}
          </p>
        </div>
      </div>
      <noscript>
        <h2 className="display text-xl">Can’t decide? Take one of these</h2>
        <ul className="play-wheel-list">
          {recipes.map(({ id, name }) => (
            <li key={id}>
              <Link to={recipePath(id)} className="link">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </noscript>
    </section>
  )
}

/** Restores the focus, which a button loses when it is disabled. */
function useFocusBack(isDisabled: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasDisabled = useRef(false)
  useEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === button.current
    if (wasDisabled.current && !isDisabled && isLost) button.current?.focus({ preventScroll: true })
    wasDisabled.current = isDisabled
  }, [isDisabled])
  return button
}

/** Turns the wheel. `onStart` and `onStop` get the chosen segment. With reduced motion, both are called at once. */
function useWheel(
  segments: number,
  { onStart, onStop }: { onStart: (index: number) => void; onStop: (index: number) => void },
) {
  const [wheel, setWheel] = useState({ rotation: 0, isSpinning: false, stoppedAt: null as number | null })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const stop = (index: number) => {
    setWheel((now) => ({ ...now, isSpinning: false, stoppedAt: index }))
    onStop(index)
  }
  const start = () => {
    const chance = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32
    const { index, rotation } = spin(chance, wheel.rotation, segments)
    const isInstant = prefersReducedMotion()
    setWheel({ rotation, isSpinning: !isInstant, stoppedAt: null })
    onStart(index)
    if (isInstant) stop(index)
    else timer.current = setTimeout(() => stop(index), SPIN_MS)
  }
  return { ...wheel, start }
}

function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
