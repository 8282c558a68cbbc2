import { illustrationSize } from '#app/kit/illustration-sizes.ts'
import type { Testimonial } from '#content/testimonials.ts'

/** A composite voice beside its drawing. */
export function Voice({ voice }: { voice: Testimonial }) {
  return (
    <figure className="voice">
      <img
        src={voice.imageUrl}
        alt=""
        loading="lazy"
        decoding="async"
        {...illustrationSize(voice.imageUrl)}
      />
      <blockquote>{voice.content}</blockquote>
      <figcaption>
        <b>{voice.name}</b>
        <span>{voice.role}</span>
      </figcaption>
    </figure>
  )
}
