type MadeByProps = { groups: { name: string; place: string }[] }

/** The groups that made this product, by name and place; nothing while no batch has been named. */
export function MadeBy({ groups }: MadeByProps) {
  if (groups.length === 0) return null
  return (
    <section className="made-by" aria-labelledby="made-by">
      <h2 id="made-by" className="display text-2xl">
        Groups that made it
      </h2>
      <ul>
        {groups.map(({ name, place }) => (
          <li key={name}>
            <b>{name}</b>, {place}
          </li>
        ))}
      </ul>
    </section>
  )
}
