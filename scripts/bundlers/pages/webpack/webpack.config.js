import { resolve } from 'node:path'

export default {
  mode: 'production',
  entry: './main.js',
  output: { path: resolve('dist'), filename: 'main.js' },
}
