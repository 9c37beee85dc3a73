declare module '*.css'

/** Address of a worker's script, as the build names it. */
declare module '*?worker&url' {
  const url: string
  export default url
}
