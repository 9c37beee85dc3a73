export { type SiwxPluginOptions, siwxPlugin } from './siwx-plugin.ts'
