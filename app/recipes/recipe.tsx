import { useEffect, useState } from 'react'
import { data } from 'react-router'
import { Button } from '#app/kit/button.tsx'
import { Dialog } from '#app/kit/dialog.tsx'
import { RECIPES_PATH } from '#app/kit/paths.ts'
import { PackTile } from '#app/kit/picture/pack-tile.tsx'
import { Breadcrumbs } from '#app/kit/product/breadcrumbs.tsx'
import { PartsBar } from '#app/kit/product/scales.tsx'
import { RecipeBody } from '#app/recipes/recipe-body.tsx'
import { dishColour } from '#app/recipes/recipe-display.ts'
import { recipeMeta } from '#app/recipes/recipe-meta.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { siteOf } from '#app/seo/page-meta.ts'
import type { Recipe } from '#content/recipes/recipe.ts'
import { RECIPES } from '#content/recipes/recipes.ts'
import type { Route } from './+types/recipe.ts'

export const handle: PageHandle = {
  sheet: 'recipes',
  cached: 'exact',
  urls: 'recipes',
  search: 'sitemap',
  landing: 'recipes',
  access: { at: '/play-with-food/idli', get: 200 },
}

export function loader({ params }: Route.LoaderArgs) {
  const recipe = RECIPES.find(({ id }) => id === params.slug)
  if (!recipe) throw data(null, { status: 404 })
  return { recipe }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? recipeMeta(loaderData.recipe, siteOf(matches)) : []
}

export default function RecipePage({ loaderData: { recipe } }: Route.ComponentProps) {
  return (
    <article className="wrap recipe-page">
      <Breadcrumbs crumbs={[{ label: 'Play with Your Food', to: RECIPES_PATH }, { label: recipe.name }]} />
      <header className="recipe-page-head">
        <div>
          <h1 className="display text-5xl">{recipe.name}</h1>
          <p className="mt-4 max-w-read text-lg">{recipe.summary}</p>
          <div className="recipe-page-buttons">
            <CookMode recipe={recipe} />
            <Button type="button" look="line" className="needs-js" onClick={() => window.print()}>
              Print
            </Button>
          </div>
        </div>
        <PackTile
          src={recipe.image}
          alt=""
          colour={dishColour(recipe.id)}
          ratio="16/10"
          pack="94%"
          priority
          className="dish-tile"
        />
      </header>
      <RecipeBody recipe={recipe} />
    </article>
  )
}

/** Shows one step at a time in large letters and keeps the screen on, for use while cooking. */
function CookMode({ recipe }: { recipe: Recipe }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button type="button" className="needs-js" onClick={() => setOpen(true)}>
        Cook mode
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={recipe.name} className="cook-mode">
        {open && <StepByStep recipe={recipe} onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

function StepByStep({ recipe, onDone }: { recipe: Recipe; onDone: () => void }) {
  const { instructions, ingredients } = recipe
  const { index, isFirst, isLast, previous, next } = useSteps(instructions.length)
  const isAwake = useWakeLock()
  return (
    <div className="cook-mode-body">
      <PartsBar label="Steps" value={index + 1} total={instructions.length} />
      <div aria-live="polite" className="cook-mode-step">
        <p className="cook-mode-count">
          Step {index + 1} of {instructions.length}
        </p>
        <p className="cook-mode-words">{instructions[index]}</p>
      </div>
      <details className="cook-mode-ingredients">
        <summary>Ingredients</summary>
        <ul className="recipe-ingredients">
          {ingredients.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
      <div className="cook-mode-buttons">
        <Button type="button" look="line" icon="arrow-left" aria-disabled={isFirst} onClick={previous}>
          Previous
        </Button>
        <Button
          ref={focusFirst}
          type="button"
          iconEnd={isLast ? 'check' : 'arrow-right'}
          onClick={isLast ? onDone : next}
        >
          {isLast ? 'Done' : 'Next'}
        </Button>
        <p className="cook-mode-note">{isAwake && 'The screen stays on.'}</p>
      </div>
    </div>
  )
}

/** Returns the index of the shown step and functions to change it. The arrow keys change it too. */
function useSteps(count: number) {
  const [index, setIndex] = useState(0)
  const previous = () => setIndex((now) => Math.max(now - 1, 0))
  const next = () => setIndex((now) => Math.min(now + 1, count - 1))
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowRight') setIndex((now) => Math.min(now + 1, count - 1))
      if (key === 'ArrowLeft') setIndex((now) => Math.max(now - 1, 0))
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [count])
  return { index, isFirst: index === 0, isLast: index === count - 1, previous, next }
}

/** Sets `autofocus`, for which a native dialog looks. React would omit the attribute. */
function focusFirst(button: HTMLButtonElement | null) {
  button?.setAttribute('autofocus', '')
}

/** Keeps the screen on while mounted, if the browser can. Returns true while the screen is kept on. */
function useWakeLock(): boolean {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    const lock = keepAwake(setAwake)
    document.addEventListener('visibilitychange', lock.request)
    void lock.request()
    return () => {
      document.removeEventListener('visibilitychange', lock.request)
      void lock.release()
    }
  }, [])
  return isAwake
}

function keepAwake(onChange: (isAwake: boolean) => void) {
  let sentinel: WakeLockSentinel | null = null
  let isOver = false
  const release = async () => {
    isOver = true
    await sentinel?.release()
  }
  const request = async () => {
    if (isOver || document.visibilityState !== 'visible' || sentinel?.released === false) return
    // A low battery or a setting may refuse this. The screen then turns off as usual.
    const granted = await navigator.wakeLock.request('screen').catch(() => null)
    if (!granted) return
    sentinel = granted
    granted.addEventListener('release', () => onChange(false))
    onChange(true)
    if (isOver) await granted.release()
  }
  return { request, release }
}
