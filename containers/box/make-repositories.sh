#!/bin/sh
# Makes the bare repositories that the git environment offers. Names and dates are fixed, so that commits have the same ids in each build.
set -eu
export GIT_AUTHOR_NAME=openenv-edge GIT_AUTHOR_EMAIL=box@example.com GIT_COMMITTER_NAME=openenv-edge GIT_COMMITTER_EMAIL=box@example.com

# repository <name> <description>: opens a working copy.
repository() {
  work="$(mktemp -d)"
  name="$1"
  git init -q -b main "$work"
  cd "$work"
  printf '%s\n' "$2" >.git/description
}

# commit <day> <message>
commit() {
  export GIT_AUTHOR_DATE="2026-01-$1T12:00:00Z" GIT_COMMITTER_DATE="2026-01-$1T12:00:00Z"
  git add -A
  git commit -q -m "$2"
}

publish() {
  git clone -q --bare "$work" "/srv/git/$name.git"
  cp .git/description "/srv/git/$name.git/description"
  cd /
  rm -rf "$work"
}

mkdir -p /srv/git

repository calculator 'A small Python package with a bug in its history'
printf '# calculator\n\nFour operations.\n' >README.md
printf 'def add(a, b):\n    return a + b\n\n\ndef subtract(a, b):\n    return a - b\n' >calculator.py
commit 01 'Add and subtract'
printf '\n\ndef multiply(a, b):\n    return a * b\n\n\ndef divide(a, b):\n    return a // b\n' >>calculator.py
commit 02 'Multiply and divide'
printf 'from calculator import add, divide\n\n\ndef test_add():\n    assert add(2, 3) == 5\n\n\ndef test_divide():\n    assert divide(1, 2) == 0.5\n' >test_calculator.py
commit 03 'Test what is there'
git branch -q feature/power
publish

repository notes 'Text files on two branches that conflict'
printf 'milk\nbread\n' >shopping.txt
commit 01 'Start the list'
git checkout -q -b eggs
printf 'milk\nbread\neggs\n' >shopping.txt
commit 02 'Add eggs'
git checkout -q main
printf 'milk\nbread\ncheese\n' >shopping.txt
commit 03 'Add cheese'
publish
