/** React Router's build. Its types do not exist before the build. */
declare module '#pages' {
  const build: import('react-router').ServerBuild
  export = build
}
