import { startBackground } from './background.ts'

startBackground(chrome)
