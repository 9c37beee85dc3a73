// What connecting, disconnecting and reloading need of the sign-in. They load it only in a kit that
// has one.
export { askFields, challengeFor, keepChallenge } from '../connect/connect-challenge.ts'
export { askForGateway, finishSignIn } from '../connect/finish-sign-in.ts'
export { endWithWallet, followSignIn, lastSignOut } from './follow-sign-in.ts'
