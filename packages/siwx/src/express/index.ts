export { type ExpressHandler, expressHandler } from './express-handler.ts'
