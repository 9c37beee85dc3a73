export { toy } from './toy.ts'
