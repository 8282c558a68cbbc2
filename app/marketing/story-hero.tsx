import { Drawing, type DrawingProps } from '#app/marketing/drawing.tsx'

type StoryHeroProps = { title: string; lead: string } & Required<Pick<DrawingProps, 'name' | 'alt'>>

/** The top of a story page: words on the page's colour, one scene that runs to the right edge. */
export function StoryHero({ title, lead, name, alt }: StoryHeroProps) {
  return (
    <div className="story-hero">
      <div className="story-hero-words">
        <h1 className="display text-5xl">{title}</h1>
        <p className="mt-6 max-w-[30rem] text-lg font-semibold">{lead}</p>
      </div>
      <Drawing name={name} alt={alt} eager />
    </div>
  )
}
