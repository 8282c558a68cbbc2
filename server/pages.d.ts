/** The pages as React Router builds them; their types do not exist before the build. */
declare module '#pages' {
  const build: import('react-router').ServerBuild
  export = build
}
