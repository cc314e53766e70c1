"""What a page may load and run: its own files, including WebAssembly, and nothing else."""

PAGE_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; media-src 'self'; manifest-src 'self'; "
    "form-action 'self'; base-uri 'none'"
)
HEADER_POLICY = "frame-ancestors 'none'"  # browsers accept this from a header only
