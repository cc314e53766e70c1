# The server: docker build --tag ludoteca . && docker run --publish 8000:8000 --volume ludoteca:/data ludoteca
# With PostgreSQL instead of a file: docker run … ludoteca --database postgresql://user:password@host/name

FROM python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b

# The linker for the modules with which browsers compute positions and think for bots.
RUN apt-get update && apt-get install --yes --no-install-recommends lld && rm -rf /var/lib/apt/lists/*

RUN useradd --create-home --uid 1000 ludoteca && install --directory --owner ludoteca /data /cache
WORKDIR /ludoteca

# The locked versions, checked by their hashes; they change less often than the sources.
COPY requirements/server.txt requirements/
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes --requirement requirements/server.txt

COPY pyproject.toml README.md LICENSE ./
COPY src src
COPY tools/build_hook.py tools/translate_scripts.py tools/
RUN pip install --no-cache-dir --disable-pip-version-check --no-deps --no-build-isolation .

USER ludoteca
ENV LUDOTECA_CACHE=/cache
VOLUME /data
EXPOSE 8000
ENTRYPOINT ["ludoteca", "serve", "--host", "0.0.0.0", "--port", "8000", "--data", "/data"]
