// The parts of the sign-in that connecting, disconnecting and reloading use. They load this module
// only in a kit that has a sign-in.
export { askFields, challengeFor, keepChallenge } from '../connect/connect-challenge.ts'
export { askForGateway, finishSignIn } from '../connect/finish-sign-in.ts'
export { endWithWallet, followSignIn, lastSignOut } from './follow-sign-in.ts'
