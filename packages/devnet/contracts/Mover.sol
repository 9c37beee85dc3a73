// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Made by Mover; ends itself and gives what it holds away.
contract Purse {
    constructor() payable {}

    function empty(address payable to) external {
        selfdestruct(to);
    }
}

/// Moves coin in every way a contract can, and says what means nothing. The devnet does not deploy it: tests do.
contract Mover {
    event Deposit(address indexed who, uint256 amount);
    event Withdrawal(address indexed who, uint256 amount);

    receive() external payable {}

    function pay(address payable[] calldata to, uint256 each) external payable {
        for (uint256 i; i < to.length; i++) send(to[i], each);
    }

    function send(address payable to, uint256 amount) public payable {
        (bool done,) = to.call{value: amount}("");
        require(done, "not sent");
    }

    /// Sends, takes it back by failing, and goes on.
    function payInVain(address payable to, uint256 amount) external payable {
        try this.sendAndFail(to, amount) {} catch {}
        send(to, amount / 2);
    }

    function sendAndFail(address payable to, uint256 amount) external {
        send(to, amount);
        revert("taken back");
    }

    /// The same code run for this contract: the delegated call itself moves nothing.
    function payByDelegate(address payable to, uint256 amount) external payable {
        (bool done,) = address(this).delegatecall(abi.encodeCall(this.send, (to, amount)));
        require(done, "not delegated");
    }

    /// Makes a contract with coin and ends it in the same breath.
    function fillAndEmpty(address payable to) external payable {
        Purse purse = new Purse{value: msg.value}();
        purse.empty(to);
    }

    function fail() external payable {
        revert("always");
    }

    /// Words of wrapped coin where none was wrapped.
    function pretend(uint256 amount) external {
        emit Deposit(msg.sender, amount);
        emit Withdrawal(msg.sender, amount);
    }

    /// Logs that only look like those of the token standards.
    function babble(uint256 noise) external {
        bytes32 transfer = keccak256("Transfer(address,address,uint256)");
        bytes32 batch = keccak256("TransferBatch(address,address,address,uint256[],uint256[])");
        bytes32 all = keccak256("ApprovalForAll(address,address,bool)");
        bytes32 me = bytes32(uint256(uint160(msg.sender)));
        assembly {
            mstore(0, noise)
            mstore(32, not(0))
            // Three words and no topics; a topic that is no address; too much data; none.
            log1(0, 96, transfer)
            log3(0, 32, transfer, not(0), me)
            log3(0, 64, transfer, me, me)
            log3(0, 31, transfer, me, me)
            log4(0, 32, transfer, me, me, noise)
            // Offsets beyond the data, and a flag that is neither yes nor no.
            log4(0, 64, batch, me, me, me)
            log3(32, 32, all, me, me)
            log0(0, 32)
        }
    }
}
