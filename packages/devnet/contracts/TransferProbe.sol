// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IHeld {
    function balanceOf(address) external view returns (uint256);
}

/// Never deployed: the gateway lets a node pretend (`eth_call` with overrides) that this code stands where a pool stands,
/// and at an address of nobody's, and asks what is left of a token that goes from the first to the second and back. The
/// node forgets it again. Its code is in the gateway: `src/swap/probe-code.gen.ts`.
contract TransferProbe {
    /// What was sent and what came, both ways; zeros where nothing could be sent.
    function probe(address token, address other)
        external
        returns (uint256 sentOut, uint256 cameOut, uint256 sentIn, uint256 cameIn)
    {
        // A thousandth of what the pool holds: enough digits, and below what tokens allow in one transfer.
        sentOut = IHeld(token).balanceOf(address(this)) / 1000;
        if (sentOut == 0) return (0, 0, 0, 0);
        uint256 before = IHeld(token).balanceOf(other);
        if (!_send(token, other, sentOut)) return (sentOut, 0, 0, 0);
        cameOut = IHeld(token).balanceOf(other) - before;
        before = IHeld(token).balanceOf(address(this));
        sentIn = cameOut;
        if (TransferProbe(other).forward(token, address(this), sentIn))
            cameIn = IHeld(token).balanceOf(address(this)) - before;
    }

    function forward(address token, address to, uint256 amount) external returns (bool) {
        return _send(token, to, amount);
    }

    /// As a pool sends: an answer that is missing is a yes.
    function _send(address token, address to, uint256 amount) private returns (bool) {
        (bool isDone, bytes memory answer) = token.call(abi.encodeWithSignature("transfer(address,uint256)", to, amount));
        return isDone && (answer.length == 0 || abi.decode(answer, (bool)));
    }
}
