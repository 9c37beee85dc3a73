// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Who holds which Farcaster id, with the reading functions of the public registry. On the devnet anybody may write.
contract IdRegistry {
    mapping(address owner => uint256 fid) public idOf;
    mapping(uint256 fid => address custody) public custodyOf;

    error HasId();

    /// Makes an id, or moves it to another holder.
    function assign(uint256 fid, address to) external {
        if (idOf[to] != 0) revert HasId();
        delete idOf[custodyOf[fid]];
        idOf[to] = fid;
        custodyOf[fid] = to;
    }
}
