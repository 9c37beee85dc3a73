/**
 * Texts of the errors that nodes report about a transaction: EVM messages and Stacks rejections.
 */
export const nodeTexts = {
  'execution-reverted': {
    what: 'The contract refused the call',
    fix: 'Look at the reason of the contract.',
  },
  'post-condition-failed': {
    what: 'More or other things would have moved than its conditions allow, so the network called the transaction off',
    fix: 'Look at what the contract moves, and state conditions that fit.',
  },
  'fee-cap-too-high': {
    what: 'The fee cap is higher than any number',
    fix: 'Estimate the fee anew.',
  },
  'fee-cap-too-low': {
    what: "The fee cap is below the block's base fee",
    fix: 'Estimate the fee anew.',
  },
  'nonce-too-high': {
    what: 'An earlier transaction of this account is missing',
    fix: 'Send that one first.',
  },
  'nonce-too-low': {
    what: 'A transaction with this nonce is already there',
    fix: 'It may be the same one: look before sending again.',
  },
  'nonce-max': { what: 'This account has used up its nonces', fix: 'Use another account.' },
  'gas-too-high': {
    what: 'The gas limit is above what a block takes',
    fix: 'Ask for less in one transaction.',
  },
  'gas-too-low': { what: 'The gas limit is too low', fix: 'Estimate the gas anew.' },
  'transaction-type-unsupported': {
    what: 'The network does not know this type of transaction',
    fix: 'Send a legacy transaction.',
  },
  'tip-above-fee-cap': {
    what: 'The tip is higher than the fee cap',
    fix: 'Estimate the fee anew.',
  },
  'node-unknown': { what: 'The node refused, without a known reason', fix: 'Look at `cause`.' },
  'stacks-serialization': {
    what: 'The transaction could not be serialized',
    fix: 'Check its fields.',
    name: 'Serialization',
  },
  'stacks-deserialization': {
    what: 'The node could not read the transaction',
    fix: 'Check how it was encoded.',
    name: 'Deserialization',
  },
  'stacks-signature-validation': {
    what: 'The signature does not match the transaction',
    fix: 'Sign again, with the key of the sender.',
    name: 'SignatureValidation',
  },
  'stacks-fee-too-low': {
    what: 'The fee is too low',
    fix: 'Estimate the fee anew.',
    name: 'FeeTooLow',
  },
  'stacks-bad-nonce': {
    what: "The nonce is not the account's next one",
    fix: 'Read the next nonce and sign again.',
    name: 'BadNonce',
  },
  'stacks-not-enough-funds': {
    what: 'The account does not hold enough',
    fix: 'Send less, or fund the account.',
    name: 'NotEnoughFunds',
  },
  'stacks-no-such-contract': {
    what: 'There is no such contract',
    fix: 'Check address, name and network.',
    name: 'NoSuchContract',
  },
  'stacks-no-such-public-function': {
    what: 'The contract has no such public function',
    fix: 'Check the name of the function.',
    name: 'NoSuchPublicFunction',
  },
  'stacks-bad-function-argument': {
    what: 'An argument is not of the type the function takes',
    fix: "Check the arguments against the contract's interface.",
    name: 'BadFunctionArgument',
  },
  'stacks-contract-already-exists': {
    what: 'The account already has a contract with this name',
    fix: 'Choose another name.',
    name: 'ContractAlreadyExists',
  },
  'stacks-poison-microblocks-do-not-conflict': {
    what: 'The two microblocks do not conflict',
    fix: 'Give two that do.',
    name: 'PoisonMicroblocksDoNotConflict',
  },
  'stacks-poison-microblock-has-unknown-pub-key-hash': {
    what: 'The microblock was signed by an unknown key',
    fix: 'Give one of a known miner.',
    name: 'PoisonMicroblockHasUnknownPubKeyHash',
  },
  'stacks-poison-microblock-is-invalid': {
    what: 'The microblock is not valid',
    fix: 'Check its header.',
    name: 'PoisonMicroblockIsInvalid',
  },
  'stacks-bad-address-version-byte': {
    what: 'The address belongs to another network',
    fix: 'Give an address of this network.',
    name: 'BadAddressVersionByte',
  },
  'stacks-no-coinbase-via-mempool': {
    what: 'A coinbase transaction cannot be broadcast',
    fix: 'Send a transaction of another type.',
    name: 'NoCoinbaseViaMempool',
  },
  'stacks-server-failure-no-such-chain-tip': {
    what: 'The node does not know the chain tip',
    fix: 'Try again, or use another node.',
    name: 'ServerFailureNoSuchChainTip',
  },
  'stacks-server-failure-database': {
    what: "The node's database failed",
    fix: 'Try again, or use another node.',
    name: 'ServerFailureDatabase',
  },
  'stacks-server-failure-other': {
    what: 'The node failed',
    fix: 'Try again, or use another node.',
    name: 'ServerFailureOther',
  },
} as const
