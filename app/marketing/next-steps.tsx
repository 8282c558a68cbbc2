import { ButtonLink } from '#app/kit/button-link.tsx'
import { ABOUT_NEXT } from '#content/about.ts'

/** Where to go from the About page. */
export function NextSteps() {
  return (
    <section className="py-section next-steps" aria-labelledby="next-steps">
      <div className="wrap">
        <h2 id="next-steps" className="display text-4xl">
          {ABOUT_NEXT.title}
        </h2>
        <ul>
          {ABOUT_NEXT.steps.map((step, index) => (
            <li key={step.to}>
              <h3 className="text-xl font-bold">{step.title}</h3>
              <p>{step.text}</p>
              <ButtonLink to={step.to} look={index === 0 ? 'solid' : 'line'}>
                {step.link}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
