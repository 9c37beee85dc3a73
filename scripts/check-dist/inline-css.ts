import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { browserslistToTargets, transform } from 'lightningcss'

/**
 * As in `build.cssTarget` of the apps: for older browsers `light-dark()` would be compiled to CSS
 * without colours.
 */
const targets = browserslistToTargets(['chrome 125', 'firefox 129', 'safari 17.5'])
const mark = '?inline'

/** Whether a module id is a style sheet of `inlineCss`. */
export function isSheet(id: string): boolean {
  return id.endsWith(`.css.js${mark}`)
}

/** Makes `import css from './x.css?inline'` return the minified sheet as a string. */
export function inlineCss() {
  return {
    name: 'latchkey-inline-css',
    resolveId(source: string, importer: string | undefined) {
      if (!source.endsWith(`.css${mark}`) || !importer) return null
      return `${resolve(dirname(importer), source.slice(0, -mark.length))}.js${mark}`
    },
    load(id: string) {
      if (!isSheet(id)) return null
      const filename = id.slice(0, -`.js${mark}`.length)
      const { code } = transform({ filename, code: readFileSync(filename), minify: true, targets })
      return {
        code: `export default ${JSON.stringify(code.toString())}`,
        moduleType: 'js' as const,
      }
    },
  }
}
