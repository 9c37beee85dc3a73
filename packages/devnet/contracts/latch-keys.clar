;; A SIP-9 collection that anybody may mint.
(define-non-fungible-token latch-keys uint)
(define-data-var last-id uint u0)

(define-public (transfer (id uint) (sender principal) (recipient principal))
  (begin
    (asserts! (is-eq tx-sender sender) (err u4))
    (nft-transfer? latch-keys id sender recipient)))

(define-public (mint (recipient principal))
  (let ((id (+ (var-get last-id) u1)))
    (var-set last-id id)
    (try! (nft-mint? latch-keys id recipient))
    (ok id)))

(define-read-only (get-last-token-id) (ok (var-get last-id)))
(define-read-only (get-token-uri (id uint)) (ok none))
(define-read-only (get-owner (id uint)) (ok (nft-get-owner? latch-keys id)))
