# Node, a release and the libraries that both load, and nothing else: no shell, no packages of a system. docs/docker.md says
# how it is run; scripts/image.mjs collects the files, and makes the same image without the stage that comes first.
ARG NODE=24
FROM node:${NODE}-bookworm-slim AS build
# `strip`, which takes 18 MB off Node.
RUN apt-get update && apt-get install --yes --no-install-recommends binutils && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN npm ci --no-audit --no-fund
# Builds are told apart by it, and git is not at hand here: --build-arg COMMIT=$(git rev-parse HEAD)
ARG COMMIT=
RUN npm run image -- --root /image --node here

FROM scratch
ARG COMMIT=
LABEL org.opencontainers.image.title="Letterlend" org.opencontainers.image.revision="$COMMIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data BACKUP_DIR=/data/backups
ENV PATH=/usr/local/bin
WORKDIR /app
COPY --from=build /image/system /
# The owner of /data is the owner of a new volume that is put there.
COPY --from=build --chown=1000:1000 /image/data /data
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
