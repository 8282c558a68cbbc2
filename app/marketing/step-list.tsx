import { Drawing, type DrawingProps } from '#app/marketing/drawing.tsx'

type Step = { title: string; text: string; drawing: DrawingProps['name'] }

/** Numbered steps, each with its drawing. */
export function StepList({ steps, className }: { steps: readonly Step[]; className?: string }) {
  return (
    <ol className={className}>
      {steps.map((step, index) => (
        <li key={step.title}>
          <Drawing name={step.drawing} />
          <div>
            <h3>
              <span>{index + 1}</span> {step.title}
            </h3>
            <p>{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
