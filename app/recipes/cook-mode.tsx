import { useEffect, useState } from 'react'
import { Button } from '#app/kit/button.tsx'
import { Dialog } from '#app/kit/dialog.tsx'
import { PartsBar } from '#app/kit/parts-bar.tsx'
import { useWakeLock } from '#app/recipes/use-wake-lock.ts'
import type { Recipe } from '#content/recipes/recipe.ts'

/** One step at a time in large type, for a phone leaning on the flour tin. The screen stays on while it is open. */
export function CookMode({ recipe }: { recipe: Recipe }) {
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
  const { at, isFirst, isLast, back, forth } = useSteps(instructions.length)
  const isKeptOn = useWakeLock()
  return (
    <div className="cook-mode-body">
      <PartsBar label="Steps" value={at + 1} total={instructions.length} />
      <div aria-live="polite" className="cook-mode-step">
        <p className="cook-mode-count">
          Step {at + 1} of {instructions.length}
        </p>
        <p className="cook-mode-words">{instructions[at]}</p>
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
        <Button type="button" look="line" icon="arrow-left" aria-disabled={isFirst} onClick={back}>
          Previous
        </Button>
        <Button
          ref={focusFirst}
          type="button"
          iconEnd={isLast ? 'check' : 'arrow-right'}
          onClick={isLast ? onDone : forth}
        >
          {isLast ? 'Done' : 'Next'}
        </Button>
        <p className="cook-mode-note">{isKeptOn && 'The screen stays on.'}</p>
      </div>
    </div>
  )
}

/** The step that is shown, counting from 0. The arrow keys do what the buttons do, wherever the focus is. */
function useSteps(count: number) {
  const [at, setAt] = useState(0)
  const back = () => setAt((now) => Math.max(now - 1, 0))
  const forth = () => setAt((now) => Math.min(now + 1, count - 1))
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowRight') setAt((now) => Math.min(now + 1, count - 1))
      if (key === 'ArrowLeft') setAt((now) => Math.max(now - 1, 0))
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [count])
  return { at, isFirst: at === 0, isLast: at === count - 1, back, forth }
}

/** A dialog that opens looks for the attribute, which React would leave out. */
function focusFirst(button: HTMLButtonElement | null) {
  button?.setAttribute('autofocus', '')
}
