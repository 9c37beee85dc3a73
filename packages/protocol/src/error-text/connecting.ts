/**
 * Texts of the errors of configuration, connecting and networks. An error that other wallet kits
 * have too keeps the text that it has there.
 */
export const connectingTexts = {
  'config-invalid': {
    what: 'The configuration has a mistake',
    fix: 'Correct the option that the reason names.',
  },
  'project-id-missing': {
    what: 'Project ID Missing',
    fix: 'Set `gateway: { url, project }` to a project of your gateway, or leave `gateway` out.',
  },
  'project-id-unknown': {
    what: 'Invalid Project ID',
    fix: 'Create the project at your gateway, or correct `gateway.project`.',
  },
  'origin-not-allowed': {
    what: 'Invalid App Configuration',
    fix: "Add the page's origin to the project's list at your gateway.",
  },
  'modal-closed': {
    what: 'Modal closed',
    fix: 'The visitor closed the dialog: offer the button again.',
  },
  'popup-closed': {
    what: 'Popup closed',
    fix: 'The visitor closed the window before it was done: offer the button again.',
  },
  'popup-blocked': {
    what: 'The browser blocked the window',
    fix: 'Open it in answer to a click, or let the visitor allow windows of this page.',
  },
  'connection-rejected': {
    what: 'Connection rejected',
    fix: 'The visitor declined in the wallet: offer to try again.',
  },
  'connection-pending': {
    what: 'The wallet is already being asked',
    fix: "Answer or close the wallet's own window first.",
  },
  'connection-timeout': {
    what: 'The wallet did not answer in time',
    fix: 'Open and unlock the wallet, then try again.',
  },
  'wallet-locked': {
    what: 'The wallet is locked',
    fix: 'Unlock it: the page is connected again by itself.',
  },
  'connection-failed': {
    what: 'Failed to connect',
    fix: 'Look at `cause`, then try again.',
  },
  'connector-not-found': {
    what: 'No connector found for connection',
    fix: 'Use an id of `kit.getState().connectors`; the wallet may not be installed.',
  },
  'connector-gone': {
    what: 'The wallet is no longer there',
    fix: 'Enable its extension again and reload the page.',
  },
  'disconnect-failed': {
    what: 'Failed to disconnect',
    fix: 'The page has forgotten the connection; end it in the wallet as well.',
    name: 'INTERNAL_SDK_ERROR',
  },
  'resume-failed': {
    what: 'Session Expired',
    fix: 'Connect again.',
  },
  'account-missing': {
    what: 'The wallet has no such account',
    fix: 'Choose one of the accounts it granted.',
  },
  'not-connected': {
    what: 'No wallet is connected',
    fix: 'Call `connect` first.',
  },
  aborted: {
    what: 'The action was canceled',
    fix: 'Nothing is wrong: its signal was aborted.',
  },
  'chain-unsupported': {
    what: 'Network Not Found',
    fix: 'Add the chain to the adapter that serves its namespace.',
  },
  'chain-not-added': {
    what: 'An error occurred when attempting to switch chain.',
    fix: 'The wallet does not know the network: let it be added, then switch.',
  },
  'chain-mismatch': {
    what: 'The wallet is on another network',
    fix: 'Switch the network first.',
  },
  'switch-rejected': {
    what: 'The visitor declined to switch the network',
    fix: 'Offer to try again; the page stays on the present network.',
  },
  'switch-failed': {
    what: 'The wallet could not switch the network',
    fix: 'Switch in the wallet itself.',
  },
  'swap-chain-unsupported': {
    what: 'Network not supported for Swaps',
    fix: 'Switch to a network that the gateway says it swaps on.',
  },
  'gas-price-chain-unsupported': {
    what: 'Network not supported for Gas Price',
    fix: 'Give the chain a node that answers `eth_gasPrice` or blocks with a base fee.',
  },
} as const
