import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Button } from '#app/kit/button.tsx'
import { recipePath } from '#app/kit/recipe-path.ts'
import { useWheel } from '#app/recipes/use-wheel.ts'
import { WheelFace, type WheelSegment } from '#app/recipes/wheel-face.tsx'

type RecipeWheelProps = {
  recipes: readonly (WheelSegment & { id: string })[]
  /** The wheel has been set going and will stop at this recipe. */
  onStart: (id: string) => void
  onStop: (id: string) => void
}

/** Chooses one of the recipes by chance. Without JavaScript the same recipes are a list of links. */
export function RecipeWheel({ recipes, onStart, onStop }: RecipeWheelProps) {
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

/** A button that was disabled under the finger has lost the focus; when it works again it gets it back. */
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
