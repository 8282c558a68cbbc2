/** The pages as React Router builds them; there is nothing to read types from before that. */
declare module '#pages' {
  const build: import('react-router').ServerBuild
  export = build
}
